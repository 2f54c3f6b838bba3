#include "panel.h"

/* Answers that wait: a fault's code, or one of these. */
#define ANSWER_ACK FRAMES_NO_FAULT
#define ANSWER_HELLO 0xFF

#define PANELS_OWN 0x80 /* types from here on are what panels say */

static const uint8_t layout_digest[FRAMES_DIGEST_BYTES] = LAYOUT_DIGEST;
static const char layout_name[] = LAYOUT_NAME;

static void owe(panel *self, uint8_t what, uint8_t about)
{
    if (self->answers == PANEL_ANSWERS)
        return;
    uint8_t last = (uint8_t)((self->first + self->answers) % PANEL_ANSWERS);
    self->what[last] = what;
    self->about[last] = about;
    self->answers++;
}

void panel_reset(panel *self)
{
    for (uint8_t k = 0; k < PANEL_LEVEL_BYTES; k++)
        self->levels[k] = 0;
    self->lit = false;
    self->seq = 0;
    self->answers = 0;
    self->first = 0;
    self->answered = false;
    self->untold = false;
    owe(self, ANSWER_HELLO, 0);
}

/* -- what the host says ------------------------------------------------------------------------ */

static uint8_t take_hello(panel *self, const uint8_t *payload)
{
    owe(self, ANSWER_HELLO, 0);
    if (payload[0] != FRAMES_VERSION)
        return FRAMES_WRONG_VERSION;
    for (uint8_t k = 0; k < FRAMES_DIGEST_BYTES; k++)
        if (payload[1 + k] != layout_digest[k])
            return FRAMES_WRONG_LAYOUT;
    return FRAMES_NO_FAULT;
}

static uint8_t take_keyframe(panel *self, const uint8_t *payload, uint8_t length)
{
    if (length != PANEL_LEVEL_BYTES)
        return FRAMES_BAD_PAYLOAD;
    for (uint8_t k = 0; k < PANEL_LEVEL_BYTES; k++)
        self->levels[k] = payload[k];
    return FRAMES_NO_FAULT;
}

static uint16_t word_at(const uint8_t *bytes)
{
    return (uint16_t)((uint16_t)bytes[0] << 8 | bytes[1]);
}

/* Looked through before anything is lit: a DELTA is taken whole or not at all. */
static uint8_t take_delta(panel *self, const uint8_t *payload, uint8_t length)
{
    const uint8_t *end = payload + length;
    for (const uint8_t *change = payload + 1; change != end; change += 2)
        if (word_at(change) >> 4 >= LAYOUT_LAMPS)
            return FRAMES_BAD_PAYLOAD;
    if (!self->lit || payload[0] != self->base)
        return FRAMES_OTHER_BASE;
    for (const uint8_t *change = payload + 1; change != end; change += 2) {
        uint16_t lamp = word_at(change) >> 4;
        uint8_t level = change[1] & 0x0F;
        uint8_t *both = &self->levels[lamp >> 1];
        if (lamp & 1)
            *both = (uint8_t)((*both & 0xF0) | level);
        else
            *both = (uint8_t)((*both & 0x0F) | (uint8_t)(level << 4));
    }
    return FRAMES_NO_FAULT;
}

bool panel_take(panel *self, const frames_receiver *frame)
{
    uint8_t type = frame->raw[0];
    uint8_t seq = frame->raw[1];
    const uint8_t *payload = frame->raw + 2;
    uint8_t length = frames_payload_length(frame);
    if (type >= PANELS_OWN)
        return false;
    uint8_t fault = frames_form(type, payload, length);
    if (fault == FRAMES_NO_FAULT) {
        if (type == FRAMES_HELLO)
            fault = take_hello(self, payload);
        else if (type == FRAMES_KEYFRAME)
            fault = take_keyframe(self, payload, length);
        else if (type == FRAMES_DELTA)
            fault = take_delta(self, payload, length);
    }
    if (fault != FRAMES_NO_FAULT || type != FRAMES_HELLO) /* a HELLO is answered by HELLO alone */
        owe(self, fault, seq);
    if (fault != FRAMES_NO_FAULT || (type != FRAMES_KEYFRAME && type != FRAMES_DELTA))
        return false;
    self->base = seq;
    self->lit = true;
    return true;
}

/* -- what the panel says ----------------------------------------------------------------------- */

static uint8_t write_hello(uint8_t *payload)
{
    uint8_t *at = payload;
    *at++ = FRAMES_VERSION;
    for (uint8_t k = 0; k < FRAMES_DIGEST_BYTES; k++)
        *at++ = layout_digest[k];
    *at++ = LAYOUT_LAMPS >> 8;
    *at++ = LAYOUT_LAMPS & 0xFF;
    *at++ = LAYOUT_SWITCHES >> 8;
    *at++ = LAYOUT_SWITCHES & 0xFF;
    *at++ = PANEL_MAJOR;
    *at++ = PANEL_MINOR;
    for (const char *letter = layout_name; *letter != 0; letter++)
        *at++ = (uint8_t)*letter;
    return (uint8_t)(at - payload);
}

static uint8_t write_switches(uint8_t *payload, const matrix *keys)
{
    payload[0] = (uint8_t)(keys->edges >> 8);
    payload[1] = (uint8_t)keys->edges;
    for (uint8_t row = 0; row != MATRIX_ROWS; row++)
        payload[2 + row] = keys->down[row];
    return 2 + MATRIX_ROWS;
}

/* The answer that waits longest: its type, and its payload's length in *length. */
static uint8_t write_answer(panel *self, uint8_t *payload, uint8_t *length)
{
    uint8_t what = self->what[self->first];
    uint8_t about = self->about[self->first];
    self->first = (uint8_t)((self->first + 1) % PANEL_ANSWERS);
    self->answers--;
    if (what == ANSWER_HELLO) {
        self->untold = true; /* a switch that is moved because the lamps come on is moved after this */
        *length = write_hello(payload);
        return FRAMES_PANEL_HELLO;
    }
    if (what == ANSWER_ACK) {
        payload[0] = about;
        *length = 1;
        return FRAMES_ACK;
    }
    payload[0] = what;
    payload[1] = about;
    *length = 2;
    return FRAMES_FAULT;
}

/* Answers and switches take turns, so that neither a host that asks without end nor a switch that
   bounces without end keeps the other from being told. */
uint16_t panel_say(panel *self, const matrix *keys, uint32_t now_us, uint8_t *frame)
{
    bool switches = self->untold || keys->edges != self->told ||
                    now_us - self->told_us >= PANEL_SWITCHES_US;
    uint8_t length;
    if (self->answers != 0 && !(switches && self->answered)) {
        frame[1] = write_answer(self, frame + 3, &length);
        self->answered = true;
    } else if (switches) {
        frame[1] = FRAMES_SWITCHES;
        length = write_switches(frame + 3, keys);
        self->told = keys->edges;
        self->told_us = now_us;
        self->untold = false;
        self->answered = false;
    } else
        return 0;
    frame[2] = self->seq++;
    return frames_finish(frame, length);
}
