#include "frames.h"

/* Frames are unstuffed and their CRC is reckoned byte by byte as they come in, so that the last
   byte of a long frame costs no more than any other: no burst of work at its end. */

#define CRC_START 0xFFFFU

/* CRC-16/CCITT-FALSE (polynomial 0x1021) a byte at a time without a table: the eight steps of the
   shift register written as three shifts, which an AVR does in some forty cycles. */
static uint16_t crc_step(uint16_t crc, uint8_t byte)
{
    uint8_t x = (uint8_t)((crc >> 8) ^ byte);
    x = (uint8_t)(x ^ (x >> 4));
    return (uint16_t)((uint16_t)(crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
}

void frames_forget(frames_receiver *receiver)
{
    receiver->length = 0;
    receiver->stuffed = 0;
    receiver->block = 0;
    receiver->zero_due = false;
    receiver->discarding = false;
    receiver->crc = CRC_START;
}

static void append(frames_receiver *receiver, uint8_t byte)
{
    receiver->raw[receiver->length++] = byte;
    receiver->crc = crc_step(receiver->crc, byte);
}

static uint8_t ended(frames_receiver *receiver)
{
    uint8_t came = FRAMES_WHOLE;
    if (receiver->stuffed == 0 || receiver->discarding)
        came = FRAMES_MORE;
    else if (receiver->block != 0)
        came = FRAMES_BAD_COBS;
    else if (receiver->length < 4 || receiver->crc != 0) /* behind its own CRC it comes to 0 */
        came = FRAMES_BAD_CRC;
    uint8_t length = receiver->length;
    frames_forget(receiver);
    if (came == FRAMES_WHOLE)
        receiver->length = length; /* until the next byte: see frames_receive */
    return came;
}

uint8_t frames_receive(frames_receiver *receiver, uint8_t byte)
{
    if (byte == 0)
        return ended(receiver);
    if (receiver->discarding)
        return FRAMES_MORE;
    if (receiver->stuffed == 0)
        receiver->length = 0; /* the frame before was left standing for whoever wanted it */
    if (receiver->stuffed == FRAMES_LONGEST_STUFFED) {
        receiver->discarding = true;
        return FRAMES_TOO_LONG;
    }
    receiver->stuffed++;
    if (receiver->block != 0) {
        receiver->block--;
        append(receiver, byte);
    } else { /* a block begins; 0xFF is the one that no zero follows */
        if (receiver->zero_due)
            append(receiver, 0);
        receiver->block = (uint8_t)(byte - 1);
        receiver->zero_due = byte != 0xFF;
    }
    return FRAMES_MORE;
}

uint8_t frames_payload_length(const frames_receiver *receiver)
{
    return (uint8_t)(receiver->length - 4);
}

static uint8_t hello_form(const uint8_t *payload, uint8_t length, uint8_t least, uint8_t most)
{
    if (length == 0)
        return FRAMES_BAD_PAYLOAD;
    if (payload[0] != FRAMES_VERSION) /* what follows is that version's business */
        return FRAMES_NO_FAULT;
    if (length < least || length > most)
        return FRAMES_BAD_PAYLOAD;
    for (uint8_t k = 11; k < length; k++) /* a panel's name must not work a terminal */
        if (payload[k] < ' ' || payload[k] > '~')
            return FRAMES_BAD_PAYLOAD;
    return FRAMES_NO_FAULT;
}

uint8_t frames_form(uint8_t type, const uint8_t *payload, uint8_t length)
{
    bool right;
    switch (type) {
    case FRAMES_HELLO:
        return hello_form(payload, length, 5, 5);
    case FRAMES_PANEL_HELLO:
        return hello_form(payload, length, 12, 11 + FRAMES_LONGEST_NAME);
    case FRAMES_KEYFRAME:
        right = true;
        break;
    case FRAMES_DELTA:
        right = (length & 1) != 0;
        break;
    case FRAMES_PING:
        right = length == 0;
        break;
    case FRAMES_SWITCHES:
        right = length >= 2;
        break;
    case FRAMES_ACK:
        right = length == 1;
        break;
    case FRAMES_FAULT:
        right = length == 2;
        break;
    default:
        return FRAMES_UNKNOWN_TYPE;
    }
    return right ? FRAMES_NO_FAULT : FRAMES_BAD_PAYLOAD;
}

uint16_t frames_finish(uint8_t *frame, uint8_t length)
{
    uint16_t crc = CRC_START;
    uint8_t *end = frame + 3 + length;
    for (uint8_t *p = frame + 1; p != end; p++)
        crc = crc_step(crc, *p);
    *end++ = (uint8_t)(crc >> 8);
    *end++ = (uint8_t)crc;
    /* COBS in place: each zero becomes the distance to the next, and so does frame[0].  At most 254
       bytes stand behind it, so that no distance is more than 255 and none needs a second block. */
    uint8_t distance = 1;
    for (uint8_t *p = end - 1; p != frame; p--) {
        if (*p == 0) {
            *p = distance;
            distance = 1;
        } else
            distance++;
    }
    frame[0] = distance;
    *end++ = 0;
    return (uint16_t)(end - frame);
}
