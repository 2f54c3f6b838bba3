#include "uart.h"

#include "board.h"

#include <avr/interrupt.h>

/* 16 MHz / 8 / (16 + 1) is 117647 baud, 2.1 per cent fast: what every board of this kind does at
   "115200", and within what both ends bear (8 data bits: about 4 per cent). */
#define BAUD_DIVIDER 16

/* 5.5 ms of the line; the main loop is never away for 1 ms.  A power of two. */
#define RING 64

uint8_t uart_frame[PANEL_SAYS];

static volatile uint8_t ring[RING];
static volatile uint8_t came;  /* written by the interrupt alone */
static volatile uint8_t taken; /* by the main loop alone */

static const uint8_t *volatile next; /* of uart_frame */
static const uint8_t *volatile end;

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = BAUD_DIVIDER;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* A byte that finds the ring full is lost; the frame's CRC will tell. */
ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t at = came;
    uint8_t after = (uint8_t)(at + 1) % RING;
    if (after != taken) {
        ring[at] = byte;
        came = after;
    }
}

ISR(USART_UDRE_vect)
{
    const uint8_t *at = next;
    UDR0 = *at++;
    next = at;
    if (at == end)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool uart_get(uint8_t *byte)
{
    if (taken == came)
        return false;
    *byte = ring[taken];
    taken = (uint8_t)(taken + 1) % RING;
    return true;
}

bool uart_idle(void)
{
    return !(UCSR0B & _BV(UDRIE0));
}

void uart_send(uint16_t length)
{
    BARRIER();
    next = uart_frame;
    end = uart_frame + length;
    UCSR0B |= _BV(UDRIE0);
}
