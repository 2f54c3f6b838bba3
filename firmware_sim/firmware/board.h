/* The board: an ATmega328P at 16 MHz (an Arduino Uno or Nano, or the bare chip), pin by pin.

       pin   Arduino  wire              goes to
       PD0   0        RXD               USB serial adapter, TXD
       PD1   1        TXD               USB serial adapter, RXD
       PB3   11       LAMP_DATA         SER of the first lamp register
       PB5   13       LAMP_CLOCK        SRCLK of all lamp registers
       PB2   10       LAMP_LATCH        RCLK of all lamp registers
       PC4   A4       LAMP_DARK         /OE of all lamp registers, with 10 kilohm to +5 V
       PB0   8        ROW_DATA          SER of the first row register
       PB1   9        ROW_CLOCK         SRCLK and RCLK of all row registers
       PD7   7        column 0          a row's switch 0 (4.7 kilohm to +5 V each)
       PD6   6        column 1
       PD5   5        column 2
       PD4   4        column 3
       PC3   A3       column 4
       PC2   A2       column 5
       PC1   A1       column 6
       PC0   A0       column 7

   A row's eight switches are read as one byte, switch 0 in bit 7, as the wire has them: the upper
   four columns are bits 7 to 4 of port D and the lower four bits 3 to 0 of port C. */

#ifndef BOARD_H
#define BOARD_H

#include <avr/io.h>

#define LAMP_DATA _BV(PB3)
#define LAMP_CLOCK _BV(PB5)
#define LAMP_LATCH _BV(PB2)
#define LAMP_DARK _BV(PC4)
#define ROW_DATA _BV(PB0)
#define ROW_CLOCK _BV(PB1)
#define UPPER_COLUMNS 0xF0 /* of port D */
#define LOWER_COLUMNS 0x0F /* of port C */

/* The heartbeat that lamps and keys go by: 16 MHz / 5334 is 3000 a second (333.4 us). */
#define TICK_CYCLES 5334U
#define TICK_US 333UL /* rounded down: what is due each 50 ms is rather early than late */

/* What was written before this is in memory before anything that follows: the compiler may
   otherwise tell an interrupt that something is ready while it still holds a part of it. */
#define BARRIER() __asm__ volatile("" ::: "memory")

#endif
