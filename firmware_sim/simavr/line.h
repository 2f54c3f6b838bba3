/* The serial line: the processor's UART on a pseudo-terminal, at the pace of 115200 baud. */

#ifndef LINE_H
#define LINE_H

#include <simavr/sim_avr.h>
#include <stdint.h>

/* Open the pseudo-terminal; its path.  NULL and errno if there is none. */
const char *line_open(avr_t *avr);

/* Take what came and hand over what goes, without waiting. */
void line_work(void);

/* The processor was reset. */
void line_reset(void);

/* Bytes that came before the processor had read those before: lost on a real chip. */
extern unsigned line_overruns;
extern uint64_t line_bytes_in, line_bytes_out;

#endif
