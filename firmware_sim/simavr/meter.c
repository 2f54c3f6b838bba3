#include "meter.h"

#include <simavr/sim_interrupts.h>
#include <string.h>

enum { RAM_FROM = 0x100, RAM_TO = 0x900 };
/* Memory that nobody has written still holds this; it is found again below the deepest stack. */
enum { PAINT = 0xC5 };
/* Entering an interrupt: 4 cycles in which the chip keeps its place, 3 for the table's jump. */
enum { ENTRY = 7, RETURN = 4 };

static struct vector {
    unsigned number;
    const char *name;
    uint64_t pending_at, running_at, longest, longest_wait;
    unsigned times;
} vectors[] = {{.number = 11, .name = "lamps"},
               {.number = 18, .name = "byte_came"},
               {.number = 19, .name = "byte_gone"}};
enum { VECTORS = sizeof vectors / sizeof *vectors };

static avr_t *avr;
static unsigned statics;

static void on_pending(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct vector *one = param;
    if (value)
        one->pending_at = avr->cycle;
}

static void on_running(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct vector *one = param;
    if (value) {
        one->running_at = avr->cycle;
        one->times++;
        if (one->pending_at && avr->cycle - one->pending_at > one->longest_wait)
            one->longest_wait = avr->cycle - one->pending_at;
    } else if (one->running_at) {
        uint64_t cycles = avr->cycle - one->running_at + ENTRY + RETURN;
        if (cycles > one->longest)
            one->longest = cycles;
        one->running_at = 0;
    }
    one->pending_at = 0;
}

void meter_connect(avr_t *a, unsigned variables)
{
    avr = a;
    statics = variables;
    memset(avr->data + RAM_FROM, PAINT, RAM_TO - RAM_FROM);
    for (unsigned k = 0; k < VECTORS; k++) {
        avr_irq_t *irq = avr_get_interrupt_irq(avr, (uint8_t)vectors[k].number);
        avr_irq_register_notify(irq + AVR_INT_IRQ_PENDING, on_pending, &vectors[k]);
        avr_irq_register_notify(irq + AVR_INT_IRQ_RUNNING, on_running, &vectors[k]);
    }
}

void meter_reset(void)
{
    for (unsigned k = 0; k < VECTORS; k++)
        vectors[k].pending_at = vectors[k].running_at = 0;
}

void meter_print(FILE *to)
{
    unsigned lowest = RAM_FROM + statics;
    while (lowest < RAM_TO && avr->data[lowest] == PAINT)
        lowest++;
    fprintf(to, "\"variables\": %u, \"stack\": %u, \"interrupts\": {", statics, RAM_TO - lowest);
    for (unsigned k = 0; k < VECTORS; k++)
        fprintf(to, "%s\"%s\": {\"times\": %u, \"longest\": %llu, \"longest_wait\": %llu}",
                k ? ", " : "", vectors[k].name, vectors[k].times,
                (unsigned long long)vectors[k].longest,
                (unsigned long long)vectors[k].longest_wait);
    fprintf(to, "}");
}
