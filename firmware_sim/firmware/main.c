/* The firmware of a real panel: what the parts are is in ../README.md, what they say in panel.h.

   Two interrupts keep the line (uart.c) and one the lamps (lamps.c); all else is done here, one
   thing after the other, so nothing is shared but what those files say.  No memory is ever asked
   for: all of it stands in this file and in theirs, and `make size` tells how much. */

#include "board.h"
#include "frames.h"
#include "keys.h"
#include "lamps.h"
#include "matrix.h"
#include "panel.h"
#include "uart.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

/* Before anything is said the switches are debounced: at power-on contacts may still be moving. */
#define SETTLE_TICKS 30 /* 10 ms */

static frames_receiver receiver;
static panel self;
static matrix keys;

/* A watchdog that has bitten goes on running, and short: it is stopped before anything else. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void)
{
    MCUSR = 0;
    wdt_disable();
}

/* Ticks that have passed since this was asked last; 0 or, when a frame took its time, more. */
static uint8_t passed(void)
{
    static uint8_t seen;
    uint8_t now = lamps_ticks();
    uint8_t ticks = (uint8_t)(now - seen);
    seen = now;
    return ticks;
}

static void settle(void)
{
    keys_start(&keys);
    for (uint8_t k = 0; k < SETTLE_TICKS;)
        if (passed() != 0) {
            keys_tick(&keys);
            k++;
        }
    keys.edges = 0;
}

static void listen(void)
{
    bool anew = false;
    uint8_t byte;
    while (uart_get(&byte))
        if (frames_receive(&receiver, byte) == FRAMES_WHOLE)
            anew |= panel_take(&self, &receiver);
    if (anew)
        lamps_show(self.levels);
}

int main(void)
{
    lamps_start();
    frames_forget(&receiver);
    panel_reset(&self);
    sei();
    settle();
    uart_start();
    wdt_enable(WDTO_500MS);
    set_sleep_mode(SLEEP_MODE_IDLE);
    uint32_t now_us = 0;
    for (;;) {
        listen();
        uint8_t ticks = passed();
        if (ticks != 0) {
            now_us += ticks * TICK_US;
            keys_tick(&keys);
        }
        if (uart_idle()) {
            uint16_t length = panel_say(&self, &keys, now_us, uart_frame);
            if (length != 0)
                uart_send(length);
        }
        wdt_reset();
        sleep_mode(); /* until an interrupt: a byte came, the frame is sent, or a tick */
    }
}
