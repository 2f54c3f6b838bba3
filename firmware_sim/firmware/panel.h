/* What a panel does: lights what it is told, answers, tells its switches.  For any processor.

   The same behaviour as firmware_sim/panel.py:

       HELLO     -> HELLO; and FAULT if the version or the layout isn't ours
       KEYFRAME  -> ACK, or FAULT 1 for another number of lamps
       DELTA     -> ACK, or FAULT 1 for a lamp that isn't there, 5 unless its base is what is lit
       PING      -> ACK
       else      -> FAULT 1 or 2; but nothing to what only panels say: that is our own come back

   HELLO is also said at the reset; SWITCHES at once on an edge, every PANEL_SWITCHES_US and
   after each HELLO. */

#ifndef PANEL_H
#define PANEL_H

#include "frames.h"
#include "layout.h"
#include "matrix.h"

#define PANEL_MAJOR 1
#define PANEL_MINOR 0
#define PANEL_SWITCHES_US 49000UL /* at least every 50 ms, with 1 ms for what is on its way */
#define PANEL_LEVEL_BYTES ((LAYOUT_LAMPS + 1) / 2)

/* A host has two frames unanswered and now and then a HELLO; what finds no room is not answered. */
#define PANEL_ANSWERS 8

/* The longest frame that a panel of this layout says. */
#define PANEL_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define PANEL_SAYS (FRAMES_AROUND + PANEL_LARGER(11 + FRAMES_LONGEST_NAME, 2 + MATRIX_ROWS))

typedef struct {
    uint8_t levels[PANEL_LEVEL_BYTES]; /* as a KEYFRAME has them: lamp 0 in byte 0's high nibble */
    uint8_t base;                      /* seq of the frame that lit them */
    bool lit;                          /* there was one */
    uint8_t seq;                       /* of the next frame that we say */
    uint8_t answers;                   /* how many wait */
    uint8_t first;                     /* the one that waits longest */
    uint8_t what[PANEL_ANSWERS];       /* ACK, HELLO, or FAULT with this code */
    uint8_t about[PANEL_ANSWERS];      /* seq of the host's frame */
    bool answered;                     /* an answer was said last: the switches' turn */
    bool untold;                       /* the switches weren't told since the HELLO */
    uint16_t told;                     /* the count of edges told last */
    uint32_t told_us;                  /* and when */
} panel;

/* Power comes on: all dark; HELLO is owed. */
void panel_reset(panel *self);

/* A frame that came whole.  True: the lamps are to be lit anew. */
bool panel_take(panel *self, const frames_receiver *frame);

/* Write what is to be said now into frame (PANEL_SAYS bytes), ready for the wire.  Returns its
   bytes, 0 if there is nothing to say.  now_us may begin again after 2^32. */
uint16_t panel_say(panel *self, const matrix *keys, uint32_t now_us, uint8_t *frame);

#endif
