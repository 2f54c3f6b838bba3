/* The key matrix: eight switches a row, each debounced for 5 ms.  For any processor.

   A row is looked at every MATRIX_SCAN_US.  A switch counts as moved when four looks in a row found
   it where it didn't stand, that is when it stood there for three times MATRIX_SCAN_US or longer:

       finger     ______|-------------------------------
       contact    ______|-|_|--|_|----------------------
       looks          .    ^    .    ^    ^    ^    ^         ^ differs   . doesn't: counted anew
       debounced  _______________________________|------
                                     1    2    3  4

   The counters stand upright: bit k of two bytes is switch k's count, so that eight switches are
   counted by a few operations on bytes.  Switch 0 of a row is bit 7, as in a SWITCHES frame. */

#ifndef MATRIX_H
#define MATRIX_H

#include "layout.h"

#include <stdint.h>

#define MATRIX_SCAN_US 1667
#define MATRIX_ROWS ((LAYOUT_SWITCHES + 7) / 8)
/* A panel without switches still has an array of them. */
#define MATRIX_BYTES (MATRIX_ROWS > 0 ? MATRIX_ROWS : 1)

typedef struct {
    uint8_t down[MATRIX_BYTES]; /* as a SWITCHES frame has them */
    uint8_t ones[MATRIX_BYTES];
    uint8_t twos[MATRIX_BYTES];
    uint16_t edges; /* debounced, since the reset; begins again after 65535 */
} matrix;

/* How a row stands at the reset: this is no edge. */
void matrix_begin(matrix *keys, uint8_t row, uint8_t contacts);

/* One look at a row; 1 is a closed contact. */
void matrix_look(matrix *keys, uint8_t row, uint8_t contacts);

#endif
