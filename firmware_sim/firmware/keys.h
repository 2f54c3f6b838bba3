/* The key matrix as wires: rows driven by a chain of 74HC595, columns read at the processor's pins.

   One row is low at a time: a single zero walks down the chain, a step at each ROW_CLOCK.  Where a
   switch is closed its column is pulled low, through a diode of its own (cathode at the row):
   without diodes three keys down at the corners of a rectangle would close the fourth.

       +5 V --4.7k--+----------------+ column c --> pin
                    |                |
                 diode            diode
                    |                |
                 switch           switch
                    |                |
       Qr ----------+- row r   Qs ---+- row s */

#ifndef KEYS_H
#define KEYS_H

#include "matrix.h"

/* Every switch as it stands now. */
void keys_start(matrix *keys);

/* At each tick: a fifth of the rows, so that all are looked at every MATRIX_SCAN_US. */
void keys_tick(matrix *keys);

#endif
