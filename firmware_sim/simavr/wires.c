#include "wires.h"

#include <simavr/avr_ioport.h>
#include <string.h>

/* Pins as in ../firmware/board.h, but written down anew from the wiring table: if the two differ
   the panel doesn't work, as it wouldn't with a wrong wire. */
enum { PIN_ROW_DATA = 0, PIN_ROW_CLOCK = 1, PIN_LAMP_LATCH = 2 }; /* of port B */
enum { PIN_LAMP_DARK = 4 };                                       /* of port C */

/* Registers of the ATmega328P, by their address in data memory. */
enum { DDRC_ = 0x27, PORTC_ = 0x28, SPCR_ = 0x4C, SPSR_ = 0x4D, SPDR_ = 0x4E };

enum { MOST_CHIPS = 64, MOST_ROWS = 256, MOST_CHANGES = 1024, BITS = 4 };

unsigned wires_collisions;

static avr_t *avr;
static unsigned lamps, chips, switches, rows;

/* -- the lamp registers --------------------------------------------------------------------- */

/* The library's own SPI takes 100 us a byte whatever the clock; this one takes 8 bits of the clock
   that SPCR and SPSR set, as the chip does, and says so in SPIF. */
static bool sending;
static uint8_t sent;

static uint8_t shifted[MOST_CHIPS]; /* what they hold; [0] is next to the processor */
static struct image {
    uint8_t outputs[MOST_CHIPS];
    uint64_t cycles; /* how long it was shown */
    bool dark;       /* /OE was high */
} now, last[BITS];
static unsigned images; /* latched since the reset, up to BITS + 1 */
static uint64_t latched_at;
static bool latch_was;
static uint16_t seen;

static avr_cycle_count_t spi_done(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)when, (void)param;
    memmove(shifted + 1, shifted, chips - 1);
    shifted[0] = sent;
    sending = false;
    a->data[SPSR_] |= 0x80;
    return 0;
}

static void spi_write(avr_t *a, avr_io_addr_t addr, uint8_t value, void *param)
{
    (void)addr, (void)param;
    static const unsigned divider[] = {4, 16, 64, 128};
    if ((a->data[SPCR_] & 0x50) != 0x50) /* SPE and MSTR */
        return;
    if (sending) {
        wires_collisions++;
        return;
    }
    unsigned cycles = 8 * divider[a->data[SPCR_] & 3];
    if (a->data[SPSR_] & 1)
        cycles /= 2;
    sending = true;
    sent = value;
    a->data[SPSR_] &= 0x7F;
    avr_cycle_timer_register(a, cycles, spi_done, NULL);
}

static bool is_dark(void)
{
    uint8_t pin = 1 << PIN_LAMP_DARK;
    return !(avr->data[DDRC_] & pin) || (avr->data[PORTC_] & pin);
}

uint64_t wires_round_cycles(void)
{
    uint64_t cycles = 0;
    for (int k = 0; images > BITS && k < BITS; k++)
        cycles += last[k].cycles;
    return cycles;
}

/* Whatever the order of the bits, four images are a round: a lamp's level is its share of it. */
void wires_levels(uint8_t *levels)
{
    uint64_t round = wires_round_cycles();
    for (unsigned lamp = 0; lamp < lamps; lamp++) {
        uint64_t on = 0;
        for (int k = 0; k < BITS; k++)
            if (!last[k].dark && last[k].outputs[lamp / 8] >> lamp % 8 & 1)
                on += last[k].cycles;
        levels[lamp] = round && !is_dark() ? (uint8_t)((15 * on + round / 2) / round) : 0;
    }
}

uint16_t wires_seen(void)
{
    uint16_t found = seen;
    seen = 0;
    return found;
}

/* Rounds begin with the longest image: were levels changed anywhere else, one made of two would be
   seen here. */
static void look_at_round(void)
{
    uint8_t levels[MOST_CHIPS * 8];
    if (images <= BITS || 2 * last[0].cycles < wires_round_cycles())
        return;
    wires_levels(levels);
    for (unsigned lamp = 0; lamp < lamps; lamp++)
        seen |= (uint16_t)(1 << levels[lamp]);
}

static void on_latch(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (value && !latch_was) {
        if (images) {
            now.cycles = avr->cycle - latched_at;
            memmove(last, last + 1, sizeof last - sizeof *last);
            last[BITS - 1] = now;
        }
        if (images <= BITS)
            images++;
        memcpy(now.outputs, shifted, chips);
        now.dark = is_dark();
        look_at_round();
        latched_at = avr->cycle;
    }
    latch_was = value != 0;
}

/* -- the key matrix ------------------------------------------------------------------------- */

static bool closed[MOST_ROWS * 8];
static avr_irq_t *column_pins[8];
static bool row_data, row_clock_was;
static uint8_t row_shifted[MOST_ROWS], row_outputs[MOST_ROWS]; /* a level each */

static struct change {
    uint64_t cycle;
    unsigned index;
    bool closed;
} changes[MOST_CHANGES];
static unsigned changes_waiting;

/* A column is low where a closed switch joins it to a row that is low.  Each pin is driven anew
   even if it didn't change: a write to its port would otherwise bring back the pull-up. */
static void drive_columns(void)
{
    for (unsigned column = 0; column < 8; column++) {
        bool low = false;
        for (unsigned row = 0; row < rows; row++)
            low |= !row_outputs[row] && closed[row * 8 + column];
        avr_raise_irq(column_pins[column], !low);
    }
}

static void on_row_data(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    row_data = value != 0;
}

/* Both clocks of a 74HC595 at once: the outputs take what the shift register held before. */
static void on_row_clock(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (value && !row_clock_was) {
        memcpy(row_outputs, row_shifted, rows);
        memmove(row_shifted + 1, row_shifted, rows - 1);
        row_shifted[0] = row_data;
        drive_columns();
    }
    row_clock_was = value != 0;
}

static avr_cycle_count_t on_changes(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)when, (void)param;
    uint64_t next = 0;
    unsigned left = 0;
    for (unsigned k = 0; k < changes_waiting; k++) {
        if (changes[k].cycle <= a->cycle) {
            closed[changes[k].index] = changes[k].closed;
            continue;
        }
        if (!next || changes[k].cycle < next)
            next = changes[k].cycle;
        changes[left++] = changes[k];
    }
    changes_waiting = left;
    drive_columns();
    return next;
}

bool wires_contact(unsigned index, bool to, uint64_t in_cycles)
{
    if (index >= switches || changes_waiting == MOST_CHANGES)
        return false;
    changes[changes_waiting++] = (struct change){avr->cycle + in_cycles, index, to};
    avr_cycle_timer_cancel(avr, on_changes, NULL);
    uint64_t soonest = changes[0].cycle;
    for (unsigned k = 1; k < changes_waiting; k++)
        if (changes[k].cycle < soonest)
            soonest = changes[k].cycle;
    uint64_t wait = soonest > avr->cycle ? soonest - avr->cycle : 1;
    avr_cycle_timer_register(avr, wait, on_changes, NULL);
    return true;
}

/* -- both ----------------------------------------------------------------------------------- */

static void notify(unsigned pin, avr_irq_notify_t whom)
{
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), pin), whom, NULL);
}

void wires_connect(avr_t *a, unsigned lamp_count, unsigned switch_count)
{
    avr = a;
    lamps = lamp_count;
    chips = (lamps + 7) / 8;
    switches = switch_count;
    rows = (switches + 63) / 64 * 8; /* eight to a register, wired or not */
    if (rows == 0)
        rows = 8;
    for (unsigned column = 0; column < 8; column++) {
        unsigned pin = 7 - column;
        char port = pin >= 4 ? 'D' : 'C';
        column_pins[column] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), (int)pin);
    }
    notify(PIN_LAMP_LATCH, on_latch);
    notify(PIN_ROW_DATA, on_row_data);
    notify(PIN_ROW_CLOCK, on_row_clock);
    avr->io[AVR_DATA_TO_IO(SPDR_)].w.c = spi_write;
    memset(shifted, 0xA5, sizeof shifted); /* registers wake with anything in them */
}

void wires_reset(void)
{
    avr_cycle_timer_cancel(avr, spi_done, NULL);
    sending = latch_was = row_clock_was = false;
    images = 0;
    /* The library hands on only what differs from what it handed on last, and cleared the pins. */
    for (unsigned column = 0; column < 8; column++)
        avr_raise_irq(column_pins[column], 0);
    drive_columns();
}
