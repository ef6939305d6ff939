	switch (t->back) {
	default: Uerror("bad return move");
	case  0: goto R999; /* nothing to undo */

		 /* PROC :init: */

	case 3: // STATE 1
		;
		((P7 *)_this)->n = trpt->bup.oval;
		;
		goto R999;

	case 4: // STATE 4
		;
		now.acquirer[ Index(((P7 *)_this)->n, 2) ] = trpt->bup.ovals[1];
		now.attempt[ Index(((P7 *)_this)->n, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 5: // STATE 5
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 6: // STATE 6
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 7: // STATE 7
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 8: // STATE 8
		;
		((P7 *)_this)->n = trpt->bup.oval;
		;
		goto R999;

	case 9: // STATE 14
		;
		((P7 *)_this)->n = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 11: // STATE 16
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 12: // STATE 17
		;
		((P7 *)_this)->n = trpt->bup.oval;
		;
		goto R999;

	case 13: // STATE 23
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 14: // STATE 24
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 15: // STATE 25
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 16: // STATE 27
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Audit */
;
		;
		;
		;
		;
		;
		;
		;
		
	case 21: // STATE 5
		;
		((P6 *)_this)->a = trpt->bup.oval;
		;
		goto R999;
;
		;
		;
		;
		;
		;
		
	case 25: // STATE 9
		;
		((P6 *)_this)->a = trpt->bup.oval;
		;
		goto R999;

	case 26: // STATE 15
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Operator */
;
		;
		
	case 28: // STATE 3
		;
		now.status = trpt->bup.oval;
		;
		goto R999;

	case 29: // STATE 10
		;
		now.version = trpt->bup.ovals[1];
		now.events = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 30: // STATE 10
		;
		now.version = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 32: // STATE 14
		;
		now.status = trpt->bup.oval;
		;
		goto R999;

	case 33: // STATE 21
		;
		now.version = trpt->bup.ovals[1];
		now.events = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 34: // STATE 21
		;
		now.version = trpt->bup.oval;
		;
		goto R999;

	case 35: // STATE 26
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC WaitingTime */

	case 36: // STATE 2
		;
		now.expired = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 38: // STATE 6
		;
		now.status = trpt->bup.oval;
		;
		goto R999;

	case 39: // STATE 13
		;
		now.version = trpt->bup.ovals[1];
		now.events = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 40: // STATE 13
		;
		now.version = trpt->bup.oval;
		;
		goto R999;

	case 41: // STATE 18
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Notifications */
;
		;
		
	case 43: // STATE 3
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;
;
		
	case 44: // STATE 16
		goto R999;

	case 45: // STATE 5
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 46: // STATE 7
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 47: // STATE 9
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 48: // STATE 11
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 49: // STATE 14
		;
		now.refusedForEver[ Index(((P3 *)_this)->a, 2) ] = trpt->bup.ovals[1];
		now.answer = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;
	case 50: // STATE 20
		sv_restor();
		goto R999;
;
		;
		
	case 52: // STATE 22
		;
		now.crashes = trpt->bup.oval;
		;
		goto R999;
	case 53: // STATE 182
		sv_restor();
		goto R999;

	case 54: // STATE 184
		;
		((P3 *)_this)->hasWritten = trpt->bup.ovals[1];
	/* 0 */	((P3 *)_this)->hasWritten = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 55: // STATE 193
		;
		now.notices[ Index(((P3 *)_this)->a, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 56: // STATE 197
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Inquiries */
;
		;
		
	case 58: // STATE 3
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;
;
		
	case 59: // STATE 16
		goto R999;

	case 60: // STATE 5
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 61: // STATE 7
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 62: // STATE 9
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 63: // STATE 11
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 64: // STATE 14
		;
		now.refusedForEver[ Index(((P2 *)_this)->a, 2) ] = trpt->bup.ovals[1];
		now.answer = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;
	case 65: // STATE 20
		sv_restor();
		goto R999;
;
		;
		
	case 67: // STATE 22
		;
		now.crashes = trpt->bup.oval;
		;
		goto R999;
	case 68: // STATE 182
		sv_restor();
		goto R999;

	case 69: // STATE 184
		;
		((P2 *)_this)->hasWritten = trpt->bup.ovals[1];
	/* 0 */	((P2 *)_this)->hasWritten = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 70: // STATE 194
		;
		now.silences = trpt->bup.oval;
		;
		goto R999;

	case 71: // STATE 196
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;
;
		
	case 72: // STATE 199
		goto R999;

	case 73: // STATE 197
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;
	case 74: // STATE 202
		sv_restor();
		goto R999;
;
		;
		
	case 76: // STATE 204
		;
		now.crashes = trpt->bup.oval;
		;
		goto R999;
	case 77: // STATE 364
		sv_restor();
		goto R999;

	case 78: // STATE 366
		;
		((P2 *)_this)->hasWritten = trpt->bup.ovals[1];
	/* 0 */	((P2 *)_this)->hasWritten = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 79: // STATE 378
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Acquirer */
;
		;
		
	case 81: // STATE 3
		;
		now.notices[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[1];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;
;
		
	case 82: // STATE 8
		goto R999;

	case 83: // STATE 4
		;
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 84: // STATE 5
		;
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 85: // STATE 6
		;
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 87: // STATE 12
		;
		now.notices[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[1];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;
;
		
	case 88: // STATE 17
		goto R999;

	case 89: // STATE 14
		;
		now.notices[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[1];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 90: // STATE 15
		;
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 91: // STATE 20
		;
		now.contradicted = trpt->bup.oval;
		;
		goto R999;

	case 92: // STATE 22
		;
		now.notices[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[1];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;
;
		
	case 93: // STATE 25
		goto R999;
;
		
	case 94: // STATE 23
		goto R999;

	case 95: // STATE 28
		;
		((P1 *)_this)->voidAsked = trpt->bup.ovals[1];
	/* 0 */	((P1 *)_this)->voidAsked = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 96: // STATE 29
		;
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = trpt->bup.oval;
		;
		goto R999;
;
		
	case 97: // STATE 32
		goto R999;
;
		
	case 98: // STATE 30
		goto R999;

	case 99: // STATE 37
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Tab */

	case 100: // STATE 2
		;
		((P0 *)_this)->readVersion = trpt->bup.oval;
		;
		goto R999;
;
		
	case 101: // STATE 3
		goto R999;
;
		;
		
	case 103: // STATE 9
		;
		now.crashes = trpt->bup.oval;
		;
		goto R999;

	case 104: // STATE 18
		;
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = trpt->bup.ovals[3];
		now.made = trpt->bup.ovals[2];
		((P0 *)_this)->a = trpt->bup.ovals[1];
	/* 0 */	((P0 *)_this)->readVersion = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 4);
		goto R999;

	case 105: // STATE 20
		;
		now.status = trpt->bup.oval;
		;
		goto R999;

	case 106: // STATE 27
		;
		now.version = trpt->bup.ovals[1];
		now.events = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 107: // STATE 27
		;
		now.version = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 109: // STATE 34
		;
		now.crashes = trpt->bup.oval;
		;
		goto R999;

	case 110: // STATE 40
		;
		now.sent[ Index(((P0 *)_this)->a, 2) ] = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 112: // STATE 43
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;
;
		
	case 113: // STATE 56
		goto R999;

	case 114: // STATE 45
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 115: // STATE 47
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 116: // STATE 49
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 117: // STATE 51
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;

	case 118: // STATE 54
		;
		now.refusedForEver[ Index(((P0 *)_this)->a, 2) ] = trpt->bup.ovals[1];
		now.answer = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 119: // STATE 59
		;
		now.answer = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 121: // STATE 64
		;
		now.crashes = trpt->bup.oval;
		;
		goto R999;
	case 122: // STATE 71
		sv_restor();
		goto R999;
;
		;
		
	case 124: // STATE 73
		;
		now.crashes = trpt->bup.oval;
		;
		goto R999;
	case 125: // STATE 233
		sv_restor();
		goto R999;

	case 126: // STATE 235
		;
		((P0 *)_this)->hasWritten = trpt->bup.ovals[1];
	/* 0 */	((P0 *)_this)->hasWritten = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 127: // STATE 244
		;
		((P0 *)_this)->a = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 128: // STATE 249
		;
		p_restor(II);
		;
		;
		goto R999;
	}

