#include "matrix.h"

/* The last row may have fewer than eight switches; what isn't there is never down. */
static uint8_t wired(uint8_t row)
{
    uint8_t left = LAYOUT_SWITCHES % 8;
    if (left != 0 && row == MATRIX_ROWS - 1)
        return (uint8_t)(0xFF << (8 - left));
    return 0xFF;
}

void matrix_begin(matrix *keys, uint8_t row, uint8_t contacts)
{
    keys->down[row] = contacts & wired(row);
    keys->ones[row] = 0;
    keys->twos[row] = 0;
    keys->edges = 0;
}

void matrix_look(matrix *keys, uint8_t row, uint8_t contacts)
{
    uint8_t differs = (uint8_t)((contacts ^ keys->down[row]) & wired(row));
    uint8_t ones = keys->ones[row];
    uint8_t twos = keys->twos[row];
    uint8_t moved = differs & ones & twos; /* the fourth look: the count goes from 3 to 0 */
    keys->ones[row] = differs & (uint8_t)~ones;
    keys->twos[row] = differs & (ones ^ twos);
    keys->down[row] ^= moved;
    for (; moved != 0; moved &= (uint8_t)(moved - 1))
        keys->edges++;
}
