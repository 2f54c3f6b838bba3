/* The serial line: 115200 baud, 8 bits, no parity, one stop bit.

   What comes is kept in a ring by one interrupt; what goes is one frame at a time, sent by another.
   A ring of frames to be sent would only make what is told older. */

#ifndef UART_H
#define UART_H

#include "panel.h"

#include <stdbool.h>
#include <stdint.h>

/* The frame being sent: to be written only while uart_idle(). */
extern uint8_t uart_frame[PANEL_SAYS];

void uart_start(void);

/* The next byte that came; false if there is none. */
bool uart_get(uint8_t *byte);

bool uart_idle(void);

/* Send the first length bytes of uart_frame, 1 or more. */
void uart_send(uint16_t length);

#endif
