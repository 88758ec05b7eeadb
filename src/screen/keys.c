/* SPDX-License-Identifier: GPL-3.0-or-later
 * Keys: from the bytes a terminal sends to key events, and names of keys.
 */
#include <string.h>
#include "base/text.h"
#include "screen/keys.h"

enum {
	ESC = 0x1b,
	DEL = 0x7f,
	SEQUENCE_MAX = 64,	  /* longer ones are no key of any terminal */
	PASTE_PATIENCE_MS = 5000, /* then the end bracket was lost */
	INVALID = 0xfffd,
};

static const char paste_end[] = "\033[201~";

/* What stands between "ESC [" or "ESC O" and the final byte. */
struct sequence {
	unsigned char prefix; /* '<', '?', '>' or 0 */
	unsigned char final;
	int n; /* parameters seen */
	int parameter[4];
};

/* ---- tables ---------------------------------------------------------------
 * To add a key: its number or final byte here.
 */
static const struct {
	int number;
	enum key_code code;
} tilde_keys[] = {
	/* clang-format off */
	{ 1, K_HOME }, { 2, K_INSERT }, { 3, K_DELETE }, { 4, K_END },
	{ 5, K_PGUP }, { 6, K_PGDN }, { 7, K_HOME }, { 8, K_END },
	{ 11, K_F1 }, { 12, K_F2 }, { 13, K_F3 }, { 14, K_F4 }, { 15, K_F5 },
	{ 17, K_F6 }, { 18, K_F7 }, { 19, K_F8 }, { 20, K_F9 }, { 21, K_F10 },
	{ 23, K_F11 }, { 24, K_F12 },
	/* clang-format on */
};

static const struct {
	char final;
	enum key_code code;
} final_keys[] = {
	/* clang-format off */
	{ 'A', K_UP }, { 'B', K_DOWN }, { 'C', K_RIGHT }, { 'D', K_LEFT },
	{ 'H', K_HOME }, { 'F', K_END },
	{ 'P', K_F1 }, { 'Q', K_F2 }, { 'R', K_F3 }, { 'S', K_F4 },
	/* clang-format on */
};

static const struct {
	enum key_code code;
	const char *name;
} key_names[] = {
#define X(code, name) {K_##code, name},
	KEY_LIST(X)
#undef X
};

static enum key_code by_tilde(int number)
{
	for (size_t i = 0; i < sizeof(tilde_keys) / sizeof(*tilde_keys); i++)
		if (tilde_keys[i].number == number)
			return tilde_keys[i].code;
	return K_NONE;
}

static enum key_code by_final(unsigned char final)
{
	for (size_t i = 0; i < sizeof(final_keys) / sizeof(*final_keys); i++)
		if (final_keys[i].final == (char) final)
			return final_keys[i].code;
	return K_NONE;
}

/* ---- single characters ----------------------------------------------------
 */

static bool is_lower(uint32_t ch)
{
	return ch >= 'a' && ch <= 'z';
}

static bool is_upper(uint32_t ch)
{
	return ch >= 'A' && ch <= 'Z';
}

/* A byte below 0x20, or DEL. */
static void control_key(unsigned char byte, struct key *key)
{
	switch (byte) {
	case '\r':
	case '\n':
		key->code = K_ENTER;
		return;
	case '\t':
		key->code = K_TAB;
		return;
	case '\b':
	case DEL:
		key->code = K_BACKSPACE;
		return;
	case ESC:
		key->code = K_ESC;
		return;
	case 0:
		key->ch = ' ';
		break;
	default:
		key->ch = byte + (byte < ESC ? 0x60u : 0x40u);
	}
	key->code = K_CHAR;
	key->ctrl = true;
}

/* A character sent as a number with modifiers (CSI u, modifyOtherKeys). */
static void numbered_key(int number, struct key *key)
{
	uint32_t ch = (uint32_t)number;

	if (number < 0x20 || number == DEL) {
		bool ctrl = key->ctrl;

		control_key((unsigned char)(number < 0 ? 0 : number), key);
		key->ctrl = ctrl || key->ctrl;
		return;
	}
	key->code = number > 0x10ffff ? K_NONE : K_CHAR;
	if (key->ctrl && is_upper(ch))
		ch += 'a' - 'A';
	else if (!key->ctrl && key->shift && is_lower(ch))
		ch -= 'a' - 'A';
	key->ch = ch;
	key->shift = false;
}

/* Bytes of the UTF-8 sequence that starts with this byte; 0: none does. */
static size_t utf8_length(unsigned char lead)
{
	return lead < 0x80   ? 1
	       : lead < 0xc2 ? 0
	       : lead < 0xe0 ? 2
	       : lead < 0xf0 ? 3
	       : lead < 0xf5 ? 4
			     : 0;
}

/* True if the bytes may still become one character. */
static bool utf8_unfinished(const unsigned char *s, size_t n)
{
	if (n >= utf8_length(*s))
		return false;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return false;
	return true;
}

/* Each of these takes n bytes at s and returns how many make the key; 0: more
 * bytes are needed. Bytes that are no key give K_NONE. */
static size_t take_char(
	const unsigned char *s, size_t n, bool waited, struct key *key)
{
	size_t used;

	if (*s < 0x20 || *s == DEL) {
		control_key(*s, key);
		return 1;
	}
	if (!waited && utf8_unfinished(s, n))
		return 0;
	key->ch = text_decode((const char *)s, n, &used);
	key->code = key->ch == INVALID || (key->ch >= 0x80 && key->ch < 0xa0)
			    ? K_NONE
			    : K_CHAR;
	return used;
}

/* ---- sequences ------------------------------------------------------------
 */

static void set_modifiers(struct key *key, int parameter)
{
	unsigned bits = parameter > 1 ? (unsigned)parameter - 1 : 0;

	key->shift = key->shift || (bits & 1);
	key->alt = key->alt || (bits & 10); /* Alt or Meta */
	key->ctrl = key->ctrl || (bits & 4);
}

static void mouse_key(
	int button, int column, int row, bool release, struct key *key)
{
	if (release)
		return;
	key->shift = button & 4;
	key->alt = button & 8;
	key->ctrl = button & 16;
	button &= ~28;
	key->code = button == 0	   ? K_CLICK
		    : button == 64 ? K_WHEEL_UP
		    : button == 65 ? K_WHEEL_DOWN
				   : K_NONE;
	key->mouse_column = column - 1;
	key->mouse_row = row - 1;
	if (column < 1 || row < 1)
		key->code = K_NONE;
}

/* Keys that end in ~, or in rxvt's ^ (Ctrl), $ (Shift), @ (both). */
static void tilde_key(const struct sequence *q, struct key *key)
{
	if (q->parameter[0] == 27 && q->n == 3) {
		set_modifiers(key, q->parameter[1]);
		numbered_key(q->parameter[2], key);
		return;
	}
	key->code = by_tilde(q->parameter[0]);
	set_modifiers(key, q->parameter[1]);
	key->ctrl = key->ctrl || q->final == '^' || q->final == '@';
	key->shift = key->shift || q->final == '$' || q->final == '@';
}

static void csi_key(const struct sequence *q, struct key *key)
{
	if (q->prefix == '<') {
		if ((q->final == 'M' || q->final == 'm') && q->n == 3)
			mouse_key(q->parameter[0], q->parameter[1],
				q->parameter[2], q->final == 'm', key);
		return;
	}
	if (q->prefix)
		return; /* an answer of the terminal */
	switch (q->final) {
	case '~':
	case '^':
	case '$':
	case '@':
		tilde_key(q, key);
		return;
	case 'u':
		set_modifiers(key, q->parameter[1]);
		numbered_key(q->parameter[0], key);
		return;
	case 'Z':
		key->code = K_TAB;
		key->shift = true;
		return;
	case 'a':
	case 'b':
	case 'c':
	case 'd':
		if (q->n)
			return;
		key->code = by_final((unsigned char)(q->final - 'a' + 'A'));
		key->shift = true;
		return;
	}
	key->code = by_final(q->final);
	set_modifiers(key, q->n > 1 ? q->parameter[1] : q->parameter[0]);
}

static void ss3_key(const struct sequence *q, struct key *key)
{
	static const char keypad[] = "*+,-./0123456789";

	set_modifiers(key, q->n > 1 ? q->parameter[1] : q->parameter[0]);
	if (q->final >= 'a' && q->final <= 'd') {
		key->code = by_final((unsigned char)(q->final - 'a' + 'A'));
		key->ctrl = true;
	} else if (q->final >= 'j' && q->final <= 'y') {
		key->code = K_CHAR;
		key->ch = (unsigned char)keypad[q->final - 'j'];
	} else if (q->final == 'M') {
		key->code = K_ENTER;
	} else if (q->final == 'I') {
		key->code = K_TAB;
	} else {
		key->code = by_final(q->final);
	}
}

/* Reads prefix, parameters and final byte from s[at]; returns the bytes used,
 * 0 if the end is missing. A byte that belongs to no sequence ends it
 * (final 0) and stays for the next key. */
static size_t read_sequence(
	const unsigned char *s, size_t n, size_t at, struct sequence *q)
{
	int *p = q->parameter;

	*q = (struct sequence){0};
	for (size_t i = at; i < n; i++) {
		unsigned char c = s[i];

		if (c >= '0' && c <= '9') {
			if (!q->n)
				q->n = 1;
			if (*p < 1 << 24)
				*p = *p * 10 + c - '0';
		} else if (c == ';' || c == ':') {
			q->n = q->n ? q->n + 1 : 2;
			if (p < q->parameter + 3)
				p++;
		} else if (c >= '<' && c <= '?') {
			q->prefix = c;
		} else if (c >= 0x40 && c < DEL) {
			q->final = c;
			return i + 1;
		} else if (c == '$' && !q->prefix) {
			q->final = c;
			return i + 1;
		} else if (c < 0x20 || c > 0x2f) {
			return i;
		}
	}
	return 0;
}

/* ESC [ M and three bytes: the mouse report of terminals before 1006. */
static size_t take_old_mouse(
	const unsigned char *s, size_t n, bool waited, struct key *key)
{
	if (n < 6)
		return waited ? n : 0;
	mouse_key(s[3] - 32, s[4] - 32, s[5] - 32, (s[3] & 3) == 3, key);
	return 6;
}

static size_t take_sequence(
	const unsigned char *s, size_t n, bool waited, struct key *key)
{
	struct sequence q;
	size_t used;

	if (n == 2) {
		if (!waited)
			return 0;
		key->code = K_CHAR;
		key->ch = s[1];
		key->alt = true;
		return 2;
	}
	if (s[1] == '[' && s[2] == 'M')
		return take_old_mouse(s, n, waited, key);
	if (s[1] == '[' && s[2] == '[') { /* Linux console: F1 to F5 */
		if (n < 4)
			return waited ? n : 0;
		if (s[3] >= 'A' && s[3] <= 'E')
			key->code = K_F1 + (s[3] - 'A');
		return 4;
	}
	used = read_sequence(s, n, 2, &q);
	if (!used)
		return waited ? n : 0;
	if (q.final && s[1] == '[')
		csi_key(&q, key);
	else if (q.final)
		ss3_key(&q, key);
	return used;
}

/* From ESC on. Esc Esc [ is Alt and a sequence; Esc Esc is Esc, twice. */
static size_t take_escape(
	const unsigned char *s, size_t n, bool waited, struct key *key)
{
	size_t used;

	if (n > 1 && (s[1] == '[' || s[1] == 'O'))
		return take_sequence(s, n, waited, key);
	if (!waited && (n == 1 || (n == 2 && s[1] == ESC)))
		return 0;
	if (n > 2 && s[1] == ESC && (s[2] == '[' || s[2] == 'O')) {
		used = take_sequence(s + 1, n - 1, waited, key);
		key->alt = true;
		return used ? used + 1 : 0;
	}
	if (n == 1 || s[1] == ESC) {
		key->code = K_ESC;
		return 1;
	}
	used = take_char(s + 1, n - 1, waited, key);
	key->alt = true;
	return used ? used + 1 : 0;
}

/* ---- pastes ---------------------------------------------------------------
 */

static void paste_put(struct key_decoder *d, const char *s, size_t n)
{
	size_t room = KEY_PASTE_MAX - d->paste.n;

	if (n > room) {
		d->paste_cut = true;
		n = room;
	}
	buf_put(&d->paste, s, n);
}

/* A cut may have split a character: drops the bytes of its first part. */
static void paste_trim(struct buf *b)
{
	size_t n = b->n;

	while (n && n + 3 > b->n && ((unsigned char)b->s[n - 1] & 0xc0) == 0x80)
		n--;
	if (n && utf8_unfinished((unsigned char *)b->s + n - 1, b->n - n + 1)) {
		b->n = n - 1;
		b->s[b->n] = '\0';
	}
}

static void paste_give(struct key_decoder *d, struct key *key)
{
	d->pasting = false;
	if (d->paste_cut)
		paste_trim(&d->paste);
	key->code = K_PASTE;
	key->text = buf_text(&d->paste);
	key->text_cut = d->paste_cut;
}

/* Moves pasted bytes out of the input; true once the end bracket came, however
 * many reads it was split over. */
static bool take_paste(struct key_decoder *d, bool waited, struct key *key)
{
	const size_t mark = sizeof(paste_end) - 1;

	while (d->at < d->in.n) {
		const char *s = d->in.s + d->at;
		size_t n = d->in.n - d->at;
		const char *esc = memchr(s, ESC, n);
		size_t plain = esc ? (size_t)(esc - s) : n;
		size_t left = n - plain;

		paste_put(d, s, plain);
		d->at += plain;
		if (!esc)
			break;
		if (left < mark && !memcmp(esc, paste_end, left))
			break;
		if (left >= mark && !memcmp(esc, paste_end, mark)) {
			d->at += mark;
			paste_give(d, key);
			return true;
		}
		paste_put(d, esc, 1);
		d->at++;
	}
	if (waited)
		paste_give(d, key);
	return waited;
}

/* ---- the decoder ----------------------------------------------------------
 */

void key_decoder_done(struct key_decoder *d)
{
	buf_done(&d->in);
	buf_done(&d->paste);
	*d = (struct key_decoder){0};
}

void key_feed(struct key_decoder *d, const char *bytes, size_t n)
{
	if (d->at == d->in.n) {
		buf_clear(&d->in);
		d->at = 0;
		d->batch = false;
	} else if (d->at) {
		memmove(d->in.s, d->in.s + d->at, d->in.n - d->at);
		d->in.n -= d->at;
		d->at = 0;
	}
	buf_put(&d->in, bytes, n);
}

/* A sequence without end would make the queue grow: keeps its two first bytes,
 * so that what follows is still swallowed. */
static void cut_sequence(struct key_decoder *d)
{
	if (d->in.n - d->at <= SEQUENCE_MAX)
		return;
	d->in.n = d->at + 2;
	d->in.s[d->in.n] = '\0';
}

static bool is_paste_start(const unsigned char *s, size_t used)
{
	return used == 6 && !memcmp(s, "\033[200~", 6);
}

bool key_next(struct key_decoder *d, bool waited, struct key *key)
{
	for (;;) {
		const unsigned char *s;
		size_t n = d->in.n - d->at, used;

		*key = (struct key){0};
		if (d->pasting)
			return take_paste(d, waited, key);
		if (!n)
			return false;
		s = (unsigned char *)d->in.s + d->at;
		used = *s == ESC ? take_escape(s, n, waited, key)
				 : take_char(s, n, waited, key);
		if (!used) {
			cut_sequence(d);
			return false;
		}
		d->at += used;
		if (is_paste_start(s, used)) {
			d->pasting = true;
			d->paste_cut = false;
			buf_clear(&d->paste);
		} else if (key->code != K_NONE) {
			key->burst = d->batch || d->at < d->in.n;
			d->batch = true;
			return true;
		}
	}
}

int key_patience(const struct key_decoder *d, int escape_ms)
{
	if (d->pasting)
		return PASTE_PATIENCE_MS;
	return d->at < d->in.n ? escape_ms : -1;
}

/* ---- names ----------------------------------------------------------------
 */

static const char *base_name(const struct key *key, char out[8])
{
	if (key->code == K_CHAR && key->ch == ' ')
		return "Space";
	if (key->code == K_CHAR) {
		out[text_encode(key->ch, out)] = '\0';
		return out;
	}
	for (size_t i = 0; i < sizeof(key_names) / sizeof(*key_names); i++)
		if (key_names[i].code == key->code)
			return key_names[i].name;
	return "";
}

const char *key_spell(const struct key *key, char out[KEY_NAME_MAX])
{
	char letter[8];

	*out = '\0';
	if (key->ctrl)
		strcat(out, "C-");
	if (key->alt)
		strcat(out, "M-");
	if (key->shift)
		strcat(out, "S-");
	return strcat(out, base_name(key, letter));
}

static bool parse_base(const char *name, struct key *key)
{
	size_t n = strlen(name), used;

	for (size_t i = 0; i < sizeof(key_names) / sizeof(*key_names); i++)
		if (!strcmp(key_names[i].name, name)) {
			key->code = key_names[i].code;
			return true;
		}
	key->code = K_CHAR;
	key->ch = ' ';
	if (!strcmp(name, "Space"))
		return true;
	key->ch = text_decode(name, n, &used);
	if (key->ctrl && is_upper(key->ch))
		key->ch += 'a' - 'A';
	return n && used == n && key->ch > ' ' && key->ch != DEL &&
	       key->ch != INVALID;
}

bool key_parse(const char *name, struct key *key)
{
	struct key k = {0};

	while (*name && name[1] == '-' && name[2]) {
		if (*name == 'C')
			k.ctrl = true;
		else if (*name == 'M')
			k.alt = true;
		else if (*name == 'S')
			k.shift = true;
		else
			return false;
		name += 2;
	}
	if (!parse_base(name, &k) || (k.shift && k.code == K_CHAR))
		return false;
	*key = k;
	return true;
}
