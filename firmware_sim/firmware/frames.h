/* Frames of the serial link, protocol version 1, for any processor: bytes in, frames out, and back.

   Before stuffing, big-endian throughout:

       +------+-----+--------------------+-----------+
       | type | seq | payload (0 to 250) | CRC (two) |   CRC-16/CCITT-FALSE over type, seq, payload
       +------+-----+--------------------+-----------+

   COBS takes the zeros out and one 0x00 ends the frame; at most 256 bytes on the wire.  The same as
   devices/link/frames.py, which has the payloads in a table; both are held to the same vectors
   (tests/golden/link-vectors.json). */

#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#define FRAMES_VERSION 1
#define FRAMES_DIGEST_BYTES 4
#define FRAMES_LONGEST_PAYLOAD 250
#define FRAMES_LONGEST_NAME 32
#define FRAMES_LONGEST_RAW 254     /* type, seq, payload, CRC */
#define FRAMES_LONGEST_STUFFED 255 /* between two delimiters */
/* What a frame needs around its payload, on the wire: COBS, type, seq, CRC, delimiter. */
#define FRAMES_AROUND 6

enum frames_type {
    FRAMES_HELLO = 0x01,
    FRAMES_KEYFRAME = 0x02,
    FRAMES_DELTA = 0x03,
    FRAMES_PING = 0x04,
    FRAMES_PANEL_HELLO = 0x81,
    FRAMES_SWITCHES = 0x82,
    FRAMES_ACK = 0x83,
    FRAMES_FAULT = 0x84
};

/* What is wrong with a frame whose CRC is right; 0 where nothing is. */
enum frames_fault {
    FRAMES_NO_FAULT = 0,
    FRAMES_BAD_PAYLOAD = 1,
    FRAMES_UNKNOWN_TYPE = 2,
    FRAMES_WRONG_VERSION = 3,
    FRAMES_WRONG_LAYOUT = 4,
    FRAMES_OTHER_BASE = 5
};

/* What one more byte came to. */
enum frames_came {
    FRAMES_MORE,     /* nothing yet, or an empty frame */
    FRAMES_WHOLE,    /* a frame with its CRC right stands in the receiver */
    FRAMES_TOO_LONG, /* said once; then all up to the next 0x00 is dropped */
    FRAMES_BAD_COBS, /* ended inside a block */
    FRAMES_BAD_CRC   /* or too short to have one */
};

typedef struct {
    uint8_t raw[FRAMES_LONGEST_RAW]; /* type, seq, payload, CRC */
    uint8_t length;                  /* bytes of it so far */
    uint8_t stuffed;                 /* bytes taken since the last 0x00 */
    uint8_t block;                   /* bytes that the COBS block still wants */
    bool zero_due;                   /* a zero stands between this block and the next */
    bool discarding;
    uint16_t crc;
} frames_receiver;

/* Forget what was half received. */
void frames_forget(frames_receiver *receiver);

/* One byte from the wire. */
uint8_t frames_receive(frames_receiver *receiver, uint8_t byte);

/* Of a frame just received: its payload's length, and what is wrong with its type or payload by
   itself (FRAMES_NO_FAULT, FRAMES_BAD_PAYLOAD, FRAMES_UNKNOWN_TYPE). */
uint8_t frames_payload_length(const frames_receiver *receiver);
uint8_t frames_form(uint8_t type, const uint8_t *payload, uint8_t length);

/* Make a frame ready for the wire where it stands: its type, seq and payload (length bytes) are in
   frame[1], frame[2] and from frame[3]; frame has room for length + FRAMES_AROUND bytes.  Returns
   how many bytes go out, the delimiter among them. */
uint16_t frames_finish(uint8_t *frame, uint8_t length);

#endif
