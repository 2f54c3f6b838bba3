#include "keys.h"

#include "board.h"

#include <util/delay.h>

/* 5 ticks are 1667 us: MATRIX_SCAN_US.  A tick that came late is made up by no other, so that looks
   are never closer together than that, and a switch is never believed before its 5 ms. */
#define TICKS_A_SCAN 5
#define ROWS_A_TICK ((MATRIX_ROWS + TICKS_A_SCAN - 1) / TICKS_A_SCAN)

/* From a row's fall to its columns' being read: 4.7 kilohm and 300 pF of wire take 1.4 us. */
#define SETTLE_US 3

static uint8_t row;  /* the next to be looked at */
static uint8_t tick; /* of the scan */

static void step(void)
{
    PORTB |= ROW_CLOCK;
    PORTB &= (uint8_t)~ROW_CLOCK;
}

/* The zero is put in and stands at the first row.  Both clocks of a register are one wire, so its
   outputs are one step behind what is shifted in: the zero needs two. */
static void first_row(void)
{
    PORTB &= (uint8_t)~ROW_DATA;
    step();
    PORTB |= ROW_DATA;
    step();
}

/* A closed contact reads low. */
static uint8_t contacts(void)
{
    _delay_us(SETTLE_US);
    return (uint8_t) ~((PIND & UPPER_COLUMNS) | (PINC & LOWER_COLUMNS));
}

void keys_start(matrix *keys)
{
    PORTD |= UPPER_COLUMNS; /* the weak pull-ups inside, in case the others were left out */
    PORTC |= LOWER_COLUMNS;
    DDRB |= ROW_DATA | ROW_CLOCK;
    PORTB |= ROW_DATA;
    for (uint16_t k = 0; k < 8 * ((MATRIX_ROWS + 7) / 8) + 1; k++)
        step(); /* whatever the registers held at power-on */
    first_row();
    for (uint8_t k = 0; k != MATRIX_ROWS; k++) {
        matrix_begin(keys, k, contacts());
        step();
    }
    row = 0;
    tick = 0;
}

void keys_tick(matrix *keys)
{
    for (uint8_t k = 0; k != ROWS_A_TICK && row != MATRIX_ROWS; k++) {
        if (row == 0)
            first_row();
        matrix_look(keys, row++, contacts());
        step();
    }
    if (++tick == TICKS_A_SCAN) {
        tick = 0;
        row = 0;
    }
}
