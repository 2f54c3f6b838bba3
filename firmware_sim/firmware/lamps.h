/* The lamps: a chain of 74HC595 shift registers, each lamp at one of 16 levels.

   Brightness by bit angle: each of a level's four bits lights the lamp for as many ticks as it is
   worth, 8 + 4 + 2 + 1 = 15 ticks of 333.4 us, so that all lamps go round 200 times a second:

       tick      |0              |8      |12 |14|0
       shown     |  bit 3        | bit 2 | 1 |0 |  bit 3 ...
       level 9   |###############|       |   |##|
       level 1   |               |       |   |##|

   While one bit is shown the next is shifted in, so that a latch changes all lamps at once.  New
   levels begin with bit 3: a lamp is never seen at a level made of two. */

#ifndef LAMPS_H
#define LAMPS_H

#include <stdint.h>

/* All dark, the registers filled, the heartbeat going (interrupts are still off). */
void lamps_start(void);

/* Light these from the next round on; levels as a KEYFRAME has them. */
void lamps_show(const uint8_t *levels);

/* Ticks since the start, modulo 256. */
uint8_t lamps_ticks(void);

#endif
