/* SPDX-License-Identifier: GPL-3.0-or-later
 * Keys: from the bytes a terminal sends to key events, and names of keys.
 *
 * The decoder knows the sequences of xterm, tmux, screen, the Linux console,
 * rxvt and vt100 whatever TERM says, and does no input itself: bytes are fed
 * to it, and the caller tells when it has waited in vain for the rest of a
 * sequence. So a lone Esc and an arrow key can be told apart by time, and
 * everything else without any.
 */
#ifndef SCREEN_KEYS_H
#define SCREEN_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/buf.h"

/* Keys with a name. To add one: a row here, its bytes in keys.c. */
/* clang-format off */
#define KEY_LIST(X) \
	X(ENTER, "Enter") X(TAB, "Tab") X(ESC, "Esc") \
	X(BACKSPACE, "Backspace") X(UP, "Up") X(DOWN, "Down") \
	X(LEFT, "Left") X(RIGHT, "Right") X(HOME, "Home") X(END, "End") \
	X(PGUP, "PgUp") X(PGDN, "PgDn") X(INSERT, "Ins") X(DELETE, "Del") \
	X(F1, "F1") X(F2, "F2") X(F3, "F3") X(F4, "F4") X(F5, "F5") \
	X(F6, "F6") X(F7, "F7") X(F8, "F8") X(F9, "F9") X(F10, "F10") \
	X(F11, "F11") X(F12, "F12") \
	X(CLICK, "Click") X(WHEEL_UP, "WheelUp") X(WHEEL_DOWN, "WheelDown") \
	X(PASTE, "Paste")
/* clang-format on */

enum key_code {
	K_NONE, /* no key */
	K_CHAR, /* a character, in ch */
#define X(code, name) K_##code,
	KEY_LIST(X)
#undef X
};

struct key {
	enum key_code code;
	uint32_t ch; /* K_CHAR: the code point; with ctrl, lower case */
	bool alt, ctrl, shift; /* shift: for named keys only ("S-Tab") */
	bool burst;	       /* came together with other input, as unbracketed
				* pastes do: too hasty for what can't be undone */
	int mouse_row, mouse_column; /* K_CLICK and wheel, from 0 */
	const char *text; /* K_PASTE: valid until the next key_next() */
	bool text_cut;	  /* K_PASTE: more than KEY_PASTE_MAX bytes came */
};

enum {
	KEY_NAME_MAX = 24,    /* bytes of a name, NUL included */
	KEY_PASTE_MAX = 4096, /* bytes kept of one paste */
};

struct key_decoder {
	struct buf in; /* undecoded bytes */
	size_t at;     /* the first of them */
	bool pasting;  /* between the two paste brackets */
	struct buf paste;
	bool paste_cut;
	bool batch; /* a key of these bytes was already given */
};

void key_decoder_done(struct key_decoder *d); /* frees and zeroes */
void key_feed(struct key_decoder *d, const char *bytes, size_t n);
/* The next key; false if there is none yet. `waited`: key_patience() went by
 * without a byte, so take what is there. */
bool key_next(struct key_decoder *d, bool waited, struct key *key);
/* Milliseconds to wait for the rest of a half-read sequence; -1: none is. */
int key_patience(const struct key_decoder *d, int escape_ms);

/* "Space", "PgDn", "C-c", "M-x", "S-Tab", "s"; returns out. */
const char *key_spell(const struct key *key, char out[KEY_NAME_MAX]);
/* The reverse; false if it names no key. */
bool key_parse(const char *name, struct key *key);

#endif
