#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <simavr/avr_uart.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { UCSR0A_ = 0xC0, UCSR0B_ = 0xC1, UDR0_ = 0xC6, RXC = 0x80, RXEN = 0x10 };
enum { USART_RX_VECTOR = 18 };
enum { BYTES_A_SECOND = 11520, IN_MOST = 16, OUT_MOST = 4096 };
/* Two bytes wait in the chip and a third in its shift register; a fourth is one too many. */
enum { CHIP_HOLDS = 3 };

unsigned line_overruns;
uint64_t line_bytes_in, line_bytes_out;

static avr_t *avr;
static avr_int_vector_t *received;
static int master = -1;
static char path[64];

static uint8_t in[IN_MOST], out[OUT_MOST];
static size_t in_at, in_length, out_length;
static bool coming; /* a byte is on the wire: byte_came will be called */

/* The library's own receiver counts a byte's time from when the one before was read, and so falls
   behind a line that never pauses.  This one takes bytes as they come, as the chip does. */
static uint8_t chip[CHIP_HOLDS];
static unsigned unread;

static uint8_t on_read(avr_t *a, avr_io_addr_t addr, void *param)
{
    (void)param;
    uint8_t byte = chip[0];
    if (unread) {
        unread--;
        memmove(chip, chip + 1, unread);
    }
    if (unread)
        avr_raise_interrupt(a, received);
    else {
        avr_clear_interrupt(a, received);
        a->data[UCSR0A_] &= (uint8_t)~RXC;
    }
    a->data[addr] = byte;
    return byte;
}

/* One byte comes to its end; the next takes as long again. */
static avr_cycle_count_t byte_came(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)param;
    coming = in_at != in_length;
    if (!coming)
        return 0;
    uint8_t byte = in[in_at++];
    line_bytes_in++;
    if (!(a->data[UCSR0B_] & RXEN))
        ; /* it doesn't listen yet */
    else if (unread == CHIP_HOLDS)
        line_overruns++;
    else {
        chip[unread++] = byte;
        avr_raise_interrupt(a, received);
    }
    return when + a->frequency / BYTES_A_SECOND;
}

static void on_output(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    line_bytes_out++;
    if (out_length < OUT_MOST)
        out[out_length++] = (uint8_t)value;
}

const char *line_open(avr_t *a)
{
    int slave;
    struct termios raw;
    avr = a;
    memset(&raw, 0, sizeof raw);
    cfmakeraw(&raw);
    raw.c_cflag |= CREAD | CLOCAL;
    cfsetspeed(&raw, B115200);
    if (openpty(&master, &slave, path, &raw, NULL) < 0)
        return NULL;
    close(slave); /* from here on a hang-up tells that nobody has it open */
    fcntl(master, F_SETFL, O_NONBLOCK);

    uint32_t flags = 0; /* the library prints what is sent, unless told not to */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    for (int k = 0; k < avr->interrupts.vector_count; k++)
        if (avr->interrupts.vector[k]->vector == USART_RX_VECTOR)
            received = avr->interrupts.vector[k];
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            on_output, NULL);
    avr->io[AVR_DATA_TO_IO(UDR0_)].r.c = on_read;
    return path;
}

void line_work(void)
{
    struct pollfd one = {master, POLLIN | POLLOUT, 0};
    poll(&one, 1, 0);
    if (one.revents & POLLIN) { /* a few bytes ahead: the line mustn't pause between two looks */
        in_length -= in_at;
        memmove(in, in + in_at, in_length);
        in_at = 0;
        ssize_t came = read(master, in + in_length, sizeof in - in_length);
        if (came > 0)
            in_length += (size_t)came;
        if (in_length && !coming) {
            coming = true;
            avr_cycle_timer_register(avr, avr->frequency / BYTES_A_SECOND, byte_came, NULL);
        }
    }
    if (one.revents & POLLHUP) /* nobody listens: what is said is gone, as from a loose plug */
        out_length = 0;
    else if (out_length && one.revents & POLLOUT) {
        ssize_t gone = write(master, out, out_length);
        if (gone > 0) {
            out_length -= (size_t)gone;
            memmove(out, out + gone, out_length);
        }
    }
}

void line_reset(void)
{
    unread = 0;
    avr_cycle_timer_cancel(avr, byte_came, NULL);
    coming = false;
    in_at = in_length = 0; /* a byte on the wire meets a chip that doesn't listen */
}
