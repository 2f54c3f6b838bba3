/* What the firmware takes of its chip: cycles in interrupts, memory. */

#ifndef METER_H
#define METER_H

#include <simavr/sim_avr.h>
#include <stdio.h>

/* Begin measuring.  statics: bytes of variables, of which the .elf tells. */
void meter_connect(avr_t *avr, unsigned statics);

void meter_reset(void);

/* As fields of a JSON object, without braces. */
void meter_print(FILE *to);

#endif
