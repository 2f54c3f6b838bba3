#include "lamps.h"

#include "board.h"
#include "layout.h"

#include <avr/interrupt.h>
#include <stdbool.h>

#define BITS 4
#define CHIPS ((LAYOUT_LAMPS + 7) / 8)

/* The lamp registers' clock is the processor's divided by this: 4 (4 MHz), 8 or 16.  4 is right for
   short wires; with long ones between the registers 16 bears more. */
#ifndef LAMP_CLOCK_DIVIDER
#define LAMP_CLOCK_DIVIDER 4
#endif
#if LAMP_CLOCK_DIVIDER == 4
#define SPI_SPEED 0
#define SPI_DOUBLE 0
#elif LAMP_CLOCK_DIVIDER == 8
#define SPI_SPEED _BV(SPR0)
#define SPI_DOUBLE _BV(SPI2X)
#elif LAMP_CLOCK_DIVIDER == 16
#define SPI_SPEED _BV(SPR0)
#define SPI_DOUBLE 0
#else
#error "LAMP_CLOCK_DIVIDER is 4, 8 or 16"
#endif

/* Shifting must be over before a bit's single tick is; some 12 cycles a byte come on top. */
#if CHIPS * (8 * LAMP_CLOCK_DIVIDER + 12) > TICK_CYCLES * 3 / 4
#error "so many lamps can't be shifted in one tick: take a smaller LAMP_CLOCK_DIVIDER"
#endif

/* Two sets, one shown and one written.  In each, four planes: bit 3 of all levels, bit 2, ...; a
   plane has a byte a register, lamp 8k + j in bit j of byte k: QA to QH of register k. */
static uint8_t planes[2][BITS][CHIPS];
static volatile uint8_t shown;       /* the set being shown: the interrupt's */
static volatile bool other_is_newer; /* the other set is to be shown */

static volatile uint8_t ticks;

static void shift(const uint8_t *plane)
{
    /* What is sent first goes furthest: the last register's byte, its QH first. */
    for (const uint8_t *p = plane + CHIPS; p != plane;) {
        SPDR = *--p;
        while (!(SPSR & _BV(SPIF)))
            ;
    }
}

static void latch(void)
{
    PORTB |= LAMP_LATCH;
    PORTB &= (uint8_t)~LAMP_LATCH;
}

void lamps_start(void)
{
    PORTC |= LAMP_DARK;
    DDRC |= LAMP_DARK;
    DDRB |= LAMP_DATA | LAMP_CLOCK | LAMP_LATCH;
    SPCR = _BV(SPE) | _BV(MSTR) | SPI_SPEED;
    SPSR = SPI_DOUBLE;
    shift(planes[0][0]);
    latch();
    PORTC &= (uint8_t)~LAMP_DARK;

    TCCR1A = 0;
    TCCR1B = _BV(WGM12) | _BV(CS10); /* from 0 to OCR1A, every cycle counted */
    OCR1A = TICK_CYCLES - 1;
    TIMSK1 = _BV(OCIE1A);
}

/* The heartbeat.  The latch comes first, always as many cycles after the timer (but for an
   interrupt of the serial line that is just running), so that bits last what they are worth.  Then
   others may interrupt the shifting: a byte on the line is never kept waiting for it. */
ISR(TIMER1_COMPA_vect)
{
    static uint8_t bit = 0; /* the bit standing in the registers, to be shown next */
    static uint8_t left = 1; /* ticks that the bit being shown still has */

    ticks++;
    if (--left != 0)
        return;
    latch();
    left = (uint8_t)(1 << bit);
    if (bit == 0) {
        bit = BITS - 1;
        if (other_is_newer) {
            shown ^= 1;
            other_is_newer = false;
        }
    } else
        bit--;
    sei();
    shift(planes[shown][bit]);
}

void lamps_show(const uint8_t *levels)
{
    /* From here on the interrupt keeps to the set that it shows; what was newer is overwritten. */
    other_is_newer = false;
    BARRIER();
    uint8_t(*set)[CHIPS] = planes[shown ^ 1];
    for (uint8_t chip = 0; chip < CHIPS; chip++) {
        /* Eight lamps: the first is the high nibble of the first byte and goes to bit 0, so each
           plane's byte is filled from the top down. */
        uint8_t plane0 = 0, plane1 = 0, plane2 = 0, plane3 = 0;
        for (uint8_t lamp = 0; lamp < 8; lamp++) {
            uint16_t at = (uint16_t)(chip * 8U + lamp);
            if (at >= LAYOUT_LAMPS)
                break;
            uint8_t both = levels[at >> 1];
            uint8_t level = lamp & 1 ? both & 0x0F : (uint8_t)(both >> 4);
            uint8_t mask = (uint8_t)(1 << lamp);
            if (level & 1)
                plane0 |= mask;
            if (level & 2)
                plane1 |= mask;
            if (level & 4)
                plane2 |= mask;
            if (level & 8)
                plane3 |= mask;
        }
        set[0][chip] = plane0;
        set[1][chip] = plane1;
        set[2][chip] = plane2;
        set[3][chip] = plane3;
    }
    BARRIER();
    other_is_newer = true;
}

uint8_t lamps_ticks(void)
{
    return ticks;
}
