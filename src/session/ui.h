/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the screen shows besides the machines: set by commands, drawn by views.
 */
#ifndef SESSION_UI_H
#define SESSION_UI_H

#include "scene/scene.h"

enum overlay { OVERLAY_NONE, OVERLAY_HELP, OVERLAY_LEGEND, OVERLAY_MAP,
	OVERLAY_CARD, OVERLAY_WHY, OVERLAY_BLANK, OVERLAY_TABLE, OVERLAY_TEXT };

struct ui {
	enum overlay overlay;
	unsigned overlay_page;		/* scroll or page of the overlay */
	const struct card *card;	/* CARD */
	struct buf overlay_text;	/* CARD without a card, WHY, TEXT */
	unsigned pane;			/* enum pane with the focus */
	int scroll[PANE_N];		/* lines from where the pane stands by
					   itself; of the picture: items */
	char focus[96];			/* published name under the focus; the
					   app sets it, "" none */
	unsigned focus_item;		/* of the picture, from which that counts */
	u32 hidden;			/* pane bits */
	bool side;			/* variants side by side */
	bool by_work;			/* lockstep by finished work */
	bool autoplay;
	unsigned speed;			/* 1 to 9; 5 is normal */
	char theme[16];			/* wished for by a command; "" none */
	char list_procedure[48];	/* listing of this one; "": where we are */
	char find[64];			/* text searched for; "" none */
	unsigned find_row, find_pane;	/* its line in list_procedure, 0: none;
					   the focus before */
	char point[96];			/* pointed at; "" nothing */
	bool wants_prompt, wants_quit;	/* for the app */
	unsigned wants_pane;		/* shell: this pane as text; 0: none */
	bool wants_chart;		/* shell: the chart as numbers */
};

#endif
