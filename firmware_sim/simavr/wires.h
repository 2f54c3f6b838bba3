/* What hangs at the processor's pins: lamp registers, row registers, switches (../README.md). */

#ifndef WIRES_H
#define WIRES_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

/* Solder it all on: lamps and switches as the layout has them. */
void wires_connect(avr_t *avr, unsigned lamps, unsigned switches);

/* The processor was reset: its pins are inputs, and /OE is pulled up. */
void wires_reset(void);

/* A switch's contact is closed or opened, now or in so many cycles of the processor.  False: there
   is no such switch, or too many changes wait. */
bool wires_contact(unsigned index, bool closed, uint64_t in_cycles);

/* The level at which each lamp was seen to shine in the last round, 0 to 15. */
void wires_levels(uint8_t *levels);

/* The levels that any lamp shone at in a whole round since asked last: bit k is level k. */
uint16_t wires_seen(void);

/* Cycles of the last round of brightness; 0 if there was none yet. */
uint64_t wires_round_cycles(void);

/* Bytes given to the lamp registers before the one before was out: lost on a real chip. */
extern unsigned wires_collisions;

#endif
