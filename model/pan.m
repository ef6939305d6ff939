#define rand	pan_rand
#define pthread_equal(a,b)	((a)==(b))
#if defined(HAS_CODE) && defined(VERBOSE)
	#ifdef BFS_PAR
		bfs_printf("Pr: %d Tr: %d\n", II, t->forw);
	#else
		cpu_printf("Pr: %d Tr: %d\n", II, t->forw);
	#endif
#endif
	switch (t->forw) {
	default: Uerror("bad forward move");
	case 0:	/* if without executable clauses */
		continue;
	case 1: /* generic 'goto' or 'skip' */
		IfNotBlocked
		_m = 3; goto P999;
	case 2: /* generic 'else' */
		IfNotBlocked
		if (trpt->o_pm&1) continue;
		_m = 3; goto P999;

		 /* PROC :init: */
	case 3: // STATE 1 - payin.pml:308 - [n = 0] (0:0:1 - 1)
		IfNotBlocked
		reached[7][1] = 1;
		(trpt+1)->bup.oval = ((int)((P7 *)_this)->n);
		((P7 *)_this)->n = 0;
#ifdef VAR_RANGES
		logval(":init::n", ((int)((P7 *)_this)->n));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 4: // STATE 2 - payin.pml:308 - [((n<=(2-1)))] (5:0:2 - 1)
		IfNotBlocked
		reached[7][2] = 1;
		if (!((((int)((P7 *)_this)->n)<=(2-1))))
			continue;
		/* merge: attempt[n] = 7(5, 3, 5) */
		reached[7][3] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.attempt[ Index(((int)((P7 *)_this)->n), 2) ];
		now.attempt[ Index(((P7 *)_this)->n, 2) ] = 7;
#ifdef VAR_RANGES
		logval("attempt[:init::n]", now.attempt[ Index(((int)((P7 *)_this)->n), 2) ]);
#endif
		;
		/* merge: acquirer[n] = 7(5, 4, 5) */
		reached[7][4] = 1;
		(trpt+1)->bup.ovals[1] = now.acquirer[ Index(((int)((P7 *)_this)->n), 2) ];
		now.acquirer[ Index(((P7 *)_this)->n, 2) ] = 7;
#ifdef VAR_RANGES
		logval("acquirer[:init::n]", now.acquirer[ Index(((int)((P7 *)_this)->n), 2) ]);
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 5: // STATE 5 - payin.pml:311 - [(run Acquirer(n))] (0:0:0 - 1)
		IfNotBlocked
		reached[7][5] = 1;
		if (!(addproc(II, 1, 1, ((int)((P7 *)_this)->n))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 6: // STATE 6 - payin.pml:312 - [(run Inquiries(n))] (0:0:0 - 1)
		IfNotBlocked
		reached[7][6] = 1;
		if (!(addproc(II, 1, 2, ((int)((P7 *)_this)->n))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 7: // STATE 7 - payin.pml:313 - [(run Notifications(n))] (0:0:0 - 1)
		IfNotBlocked
		reached[7][7] = 1;
		if (!(addproc(II, 1, 3, ((int)((P7 *)_this)->n))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 8: // STATE 8 - payin.pml:308 - [n = (n+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[7][8] = 1;
		(trpt+1)->bup.oval = ((int)((P7 *)_this)->n);
		((P7 *)_this)->n = (((int)((P7 *)_this)->n)+1);
#ifdef VAR_RANGES
		logval(":init::n", ((int)((P7 *)_this)->n));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 9: // STATE 14 - payin.pml:315 - [n = 1] (0:20:1 - 3)
		IfNotBlocked
		reached[7][14] = 1;
		(trpt+1)->bup.oval = ((int)((P7 *)_this)->n);
		((P7 *)_this)->n = 1;
#ifdef VAR_RANGES
		logval(":init::n", ((int)((P7 *)_this)->n));
#endif
		;
		/* merge: .(goto)(0, 21, 20) */
		reached[7][21] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 10: // STATE 15 - payin.pml:315 - [((n<=2))] (0:0:0 - 1)
		IfNotBlocked
		reached[7][15] = 1;
		if (!((((int)((P7 *)_this)->n)<=2)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 11: // STATE 16 - payin.pml:316 - [(run Tab())] (0:0:0 - 1)
		IfNotBlocked
		reached[7][16] = 1;
		if (!(addproc(II, 1, 0, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 12: // STATE 17 - payin.pml:315 - [n = (n+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[7][17] = 1;
		(trpt+1)->bup.oval = ((int)((P7 *)_this)->n);
		((P7 *)_this)->n = (((int)((P7 *)_this)->n)+1);
#ifdef VAR_RANGES
		logval(":init::n", ((int)((P7 *)_this)->n));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 13: // STATE 23 - payin.pml:318 - [(run WaitingTime())] (0:0:0 - 3)
		IfNotBlocked
		reached[7][23] = 1;
		if (!(addproc(II, 1, 4, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 14: // STATE 24 - payin.pml:319 - [(run Operator())] (0:0:0 - 1)
		IfNotBlocked
		reached[7][24] = 1;
		if (!(addproc(II, 1, 5, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 15: // STATE 25 - payin.pml:320 - [(run Audit())] (0:0:0 - 1)
		IfNotBlocked
		reached[7][25] = 1;
		if (!(addproc(II, 1, 6, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 16: // STATE 27 - payin.pml:322 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[7][27] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Audit */
	case 17: // STATE 1 - payin.pml:295 - [(timeout)] (0:0:0 - 1)
		IfNotBlocked
		reached[6][1] = 1;
		if (!(((trpt->tau)&1)))
			continue;
		_m = 1; goto P999; /* 0 */
	case 18: // STATE 2 - payin.pml:296 - [assert((((status==4)||(status==3))||(status==2)))] (0:0:0 - 1)
		IfNotBlocked
		reached[6][2] = 1;
		spin_assert((((now.status==4)||(now.status==3))||(now.status==2)), "(((status==4)||(status==3))||(status==2))", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 19: // STATE 3 - payin.pml:297 - [assert((events==1))] (0:0:0 - 1)
		IfNotBlocked
		reached[6][3] = 1;
		spin_assert((((int)now.events)==1), "(events==1)", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 20: // STATE 4 - payin.pml:298 - [assert(((creditedTo!=255)==(status==4)))] (0:0:0 - 1)
		IfNotBlocked
		reached[6][4] = 1;
		spin_assert(((((int)now.creditedTo)!=255)==(now.status==4)), "((creditedTo!=255)==(status==4))", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 21: // STATE 5 - payin.pml:299 - [a = 0] (0:0:1 - 1)
		IfNotBlocked
		reached[6][5] = 1;
		(trpt+1)->bup.oval = ((int)((P6 *)_this)->a);
		((P6 *)_this)->a = 0;
#ifdef VAR_RANGES
		logval("Audit:a", ((int)((P6 *)_this)->a));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 22: // STATE 6 - payin.pml:299 - [((a<=(2-1)))] (0:0:0 - 1)
		IfNotBlocked
		reached[6][6] = 1;
		if (!((((int)((P6 *)_this)->a)<=(2-1))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 23: // STATE 7 - payin.pml:300 - [assert((attempt[a]!=6))] (0:0:0 - 1)
		IfNotBlocked
		reached[6][7] = 1;
		spin_assert((now.attempt[ Index(((int)((P6 *)_this)->a), 2) ]!=6), "(attempt[a]!=6)", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 24: // STATE 8 - payin.pml:301 - [assert((((acquirer[a]!=5)||(creditedTo==a))||queued[a]))] (0:0:0 - 1)
		IfNotBlocked
		reached[6][8] = 1;
		spin_assert((((now.acquirer[ Index(((int)((P6 *)_this)->a), 2) ]!=5)||(((int)now.creditedTo)==((int)((P6 *)_this)->a)))||((int)now.queued[ Index(((int)((P6 *)_this)->a), 2) ])), "(((acquirer[a]!=5)||(creditedTo==a))||queued[a])", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 25: // STATE 9 - payin.pml:299 - [a = (a+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[6][9] = 1;
		(trpt+1)->bup.oval = ((int)((P6 *)_this)->a);
		((P6 *)_this)->a = (((int)((P6 *)_this)->a)+1);
#ifdef VAR_RANGES
		logval("Audit:a", ((int)((P6 *)_this)->a));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 26: // STATE 15 - payin.pml:303 - [-end-] (0:0:0 - 3)
		IfNotBlocked
		reached[6][15] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Operator */
	case 27: // STATE 1 - payin.pml:286 - [(!((((status==4)||(status==3))||(status==2))))] (0:0:0 - 1)
		IfNotBlocked
		reached[5][1] = 1;
		if (!( !((((now.status==4)||(now.status==3))||(now.status==2)))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 28: // STATE 2 - payin.pml:54 - [assert(((((((((((((((((((((((((((((((status==1)&&(3==7))&&(14==24))||(((status==1)&&(3==3))&&(14==3)))||(((status==7)&&(3==6))&&(14==19)))||(((status==7)&&(3==6))&&(14==12)))||(((status==6)&&(3==5))&&(14==7)))||(((status==6)&&(3==5))&&(14==16)))||(((status==6)&&(3==5))&&(14==15)))||(((status==6)&&(3==5))&&(14==4)))||(((status==6)&&(3==4))&&(14==10)))||(((status==5)&&(3==4))&&(14==10)))||(((status==6)&&(3==4))&&(14==23)))||(((status==5)&&(3==4))&&(14==23)))||(((status==6)&&(3==3))&&(14==9)))||(((status==5)&&(3==3))&&(14==9)))||(((status==6)&&(3==7))&&(14==2)))||(((status==5)&&(3==7))&&(14==2)))||(((status==6)&&(3==7))&&(14==21)))||(((status==5)&&(3==7))&&(14==21)))||(((status==5)&&(3==7))&&(14==17)))||(((status==5)&&(3==7))&&(14==11)))||(((status==7)&&(3==2))&&(14==1)))||(((status==7)&&(3==2))&&(14==20)))||(((status==5)&&(3==2))&&(14==18)))||(((status==5)&&(3==2))&&(14==13)))||(((status==7)&&(3==3))&&(14==3)))||(((status==7)&&(3==3))&&(14==14)))||(((status==6)&&(3==3))&&(14==14)))||(((status==5)&&(3==3))&&(14==14))))] (0:7:1 - 1)
		IfNotBlocked
		reached[5][2] = 1;
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(14==24))||(((now.status==1)&&(3==3))&&(14==3)))||(((now.status==7)&&(3==6))&&(14==19)))||(((now.status==7)&&(3==6))&&(14==12)))||(((now.status==6)&&(3==5))&&(14==7)))||(((now.status==6)&&(3==5))&&(14==16)))||(((now.status==6)&&(3==5))&&(14==15)))||(((now.status==6)&&(3==5))&&(14==4)))||(((now.status==6)&&(3==4))&&(14==10)))||(((now.status==5)&&(3==4))&&(14==10)))||(((now.status==6)&&(3==4))&&(14==23)))||(((now.status==5)&&(3==4))&&(14==23)))||(((now.status==6)&&(3==3))&&(14==9)))||(((now.status==5)&&(3==3))&&(14==9)))||(((now.status==6)&&(3==7))&&(14==2)))||(((now.status==5)&&(3==7))&&(14==2)))||(((now.status==6)&&(3==7))&&(14==21)))||(((now.status==5)&&(3==7))&&(14==21)))||(((now.status==5)&&(3==7))&&(14==17)))||(((now.status==5)&&(3==7))&&(14==11)))||(((now.status==7)&&(3==2))&&(14==1)))||(((now.status==7)&&(3==2))&&(14==20)))||(((now.status==5)&&(3==2))&&(14==18)))||(((now.status==5)&&(3==2))&&(14==13)))||(((now.status==7)&&(3==3))&&(14==3)))||(((now.status==7)&&(3==3))&&(14==14)))||(((now.status==6)&&(3==3))&&(14==14)))||(((now.status==5)&&(3==3))&&(14==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(14==24))||(((status==1)&&(3==3))&&(14==3)))||(((status==7)&&(3==6))&&(14==19)))||(((status==7)&&(3==6))&&(14==12)))||(((status==6)&&(3==5))&&(14==7)))||(((status==6)&&(3==5))&&(14==16)))||(((status==6)&&(3==5))&&(14==15)))||(((status==6)&&(3==5))&&(14==4)))||(((status==6)&&(3==4))&&(14==10)))||(((status==5)&&(3==4))&&(14==10)))||(((status==6)&&(3==4))&&(14==23)))||(((status==5)&&(3==4))&&(14==23)))||(((status==6)&&(3==3))&&(14==9)))||(((status==5)&&(3==3))&&(14==9)))||(((status==6)&&(3==7))&&(14==2)))||(((status==5)&&(3==7))&&(14==2)))||(((status==6)&&(3==7))&&(14==21)))||(((status==5)&&(3==7))&&(14==21)))||(((status==5)&&(3==7))&&(14==17)))||(((status==5)&&(3==7))&&(14==11)))||(((status==7)&&(3==2))&&(14==1)))||(((status==7)&&(3==2))&&(14==20)))||(((status==5)&&(3==2))&&(14==18)))||(((status==5)&&(3==2))&&(14==13)))||(((status==7)&&(3==3))&&(14==3)))||(((status==7)&&(3==3))&&(14==14)))||(((status==6)&&(3==3))&&(14==14)))||(((status==5)&&(3==3))&&(14==14)))", II, tt, t);
		/* merge: status = 3(7, 3, 7) */
		reached[5][3] = 1;
		(trpt+1)->bup.oval = now.status;
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 29: // STATE 4 - payin.pml:57 - [((((3==4)||(3==3))||(3==2)))] (26:0:2 - 1)
		IfNotBlocked
		reached[5][4] = 1;
		if (!((((3==4)||(3==3))||(3==2))))
			continue;
		/* merge: events = (events+1)(26, 5, 26) */
		reached[5][5] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.events);
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		/* merge: .(goto)(26, 8, 26) */
		reached[5][8] = 1;
		;
		/* merge: version = (version+1)(26, 10, 26) */
		reached[5][10] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(0, 25, 26) */
		reached[5][25] = 1;
		;
		_m = 3; goto P999; /* 4 */
	case 30: // STATE 8 - payin.pml:60 - [.(goto)] (0:26:1 - 2)
		IfNotBlocked
		reached[5][8] = 1;
		;
		/* merge: version = (version+1)(26, 10, 26) */
		reached[5][10] = 1;
		(trpt+1)->bup.oval = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(0, 25, 26) */
		reached[5][25] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 31: // STATE 12 - payin.pml:287 - [((status==7))] (0:0:0 - 1)
		IfNotBlocked
		reached[5][12] = 1;
		if (!((now.status==7)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 32: // STATE 13 - payin.pml:54 - [assert(((((((((((((((((((((((((((((((status==1)&&(2==7))&&(20==24))||(((status==1)&&(2==3))&&(20==3)))||(((status==7)&&(2==6))&&(20==19)))||(((status==7)&&(2==6))&&(20==12)))||(((status==6)&&(2==5))&&(20==7)))||(((status==6)&&(2==5))&&(20==16)))||(((status==6)&&(2==5))&&(20==15)))||(((status==6)&&(2==5))&&(20==4)))||(((status==6)&&(2==4))&&(20==10)))||(((status==5)&&(2==4))&&(20==10)))||(((status==6)&&(2==4))&&(20==23)))||(((status==5)&&(2==4))&&(20==23)))||(((status==6)&&(2==3))&&(20==9)))||(((status==5)&&(2==3))&&(20==9)))||(((status==6)&&(2==7))&&(20==2)))||(((status==5)&&(2==7))&&(20==2)))||(((status==6)&&(2==7))&&(20==21)))||(((status==5)&&(2==7))&&(20==21)))||(((status==5)&&(2==7))&&(20==17)))||(((status==5)&&(2==7))&&(20==11)))||(((status==7)&&(2==2))&&(20==1)))||(((status==7)&&(2==2))&&(20==20)))||(((status==5)&&(2==2))&&(20==18)))||(((status==5)&&(2==2))&&(20==13)))||(((status==7)&&(2==3))&&(20==3)))||(((status==7)&&(2==3))&&(20==14)))||(((status==6)&&(2==3))&&(20==14)))||(((status==5)&&(2==3))&&(20==14))))] (0:18:1 - 1)
		IfNotBlocked
		reached[5][13] = 1;
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(2==7))&&(20==24))||(((now.status==1)&&(2==3))&&(20==3)))||(((now.status==7)&&(2==6))&&(20==19)))||(((now.status==7)&&(2==6))&&(20==12)))||(((now.status==6)&&(2==5))&&(20==7)))||(((now.status==6)&&(2==5))&&(20==16)))||(((now.status==6)&&(2==5))&&(20==15)))||(((now.status==6)&&(2==5))&&(20==4)))||(((now.status==6)&&(2==4))&&(20==10)))||(((now.status==5)&&(2==4))&&(20==10)))||(((now.status==6)&&(2==4))&&(20==23)))||(((now.status==5)&&(2==4))&&(20==23)))||(((now.status==6)&&(2==3))&&(20==9)))||(((now.status==5)&&(2==3))&&(20==9)))||(((now.status==6)&&(2==7))&&(20==2)))||(((now.status==5)&&(2==7))&&(20==2)))||(((now.status==6)&&(2==7))&&(20==21)))||(((now.status==5)&&(2==7))&&(20==21)))||(((now.status==5)&&(2==7))&&(20==17)))||(((now.status==5)&&(2==7))&&(20==11)))||(((now.status==7)&&(2==2))&&(20==1)))||(((now.status==7)&&(2==2))&&(20==20)))||(((now.status==5)&&(2==2))&&(20==18)))||(((now.status==5)&&(2==2))&&(20==13)))||(((now.status==7)&&(2==3))&&(20==3)))||(((now.status==7)&&(2==3))&&(20==14)))||(((now.status==6)&&(2==3))&&(20==14)))||(((now.status==5)&&(2==3))&&(20==14))), "((((((((((((((((((((((((((((((status==1)&&(2==7))&&(20==24))||(((status==1)&&(2==3))&&(20==3)))||(((status==7)&&(2==6))&&(20==19)))||(((status==7)&&(2==6))&&(20==12)))||(((status==6)&&(2==5))&&(20==7)))||(((status==6)&&(2==5))&&(20==16)))||(((status==6)&&(2==5))&&(20==15)))||(((status==6)&&(2==5))&&(20==4)))||(((status==6)&&(2==4))&&(20==10)))||(((status==5)&&(2==4))&&(20==10)))||(((status==6)&&(2==4))&&(20==23)))||(((status==5)&&(2==4))&&(20==23)))||(((status==6)&&(2==3))&&(20==9)))||(((status==5)&&(2==3))&&(20==9)))||(((status==6)&&(2==7))&&(20==2)))||(((status==5)&&(2==7))&&(20==2)))||(((status==6)&&(2==7))&&(20==21)))||(((status==5)&&(2==7))&&(20==21)))||(((status==5)&&(2==7))&&(20==17)))||(((status==5)&&(2==7))&&(20==11)))||(((status==7)&&(2==2))&&(20==1)))||(((status==7)&&(2==2))&&(20==20)))||(((status==5)&&(2==2))&&(20==18)))||(((status==5)&&(2==2))&&(20==13)))||(((status==7)&&(2==3))&&(20==3)))||(((status==7)&&(2==3))&&(20==14)))||(((status==6)&&(2==3))&&(20==14)))||(((status==5)&&(2==3))&&(20==14)))", II, tt, t);
		/* merge: status = 2(18, 14, 18) */
		reached[5][14] = 1;
		(trpt+1)->bup.oval = now.status;
		now.status = 2;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 33: // STATE 15 - payin.pml:57 - [((((2==4)||(2==3))||(2==2)))] (26:0:2 - 1)
		IfNotBlocked
		reached[5][15] = 1;
		if (!((((2==4)||(2==3))||(2==2))))
			continue;
		/* merge: events = (events+1)(26, 16, 26) */
		reached[5][16] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.events);
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		/* merge: .(goto)(26, 19, 26) */
		reached[5][19] = 1;
		;
		/* merge: version = (version+1)(26, 21, 26) */
		reached[5][21] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(0, 25, 26) */
		reached[5][25] = 1;
		;
		_m = 3; goto P999; /* 4 */
	case 34: // STATE 19 - payin.pml:60 - [.(goto)] (0:26:1 - 2)
		IfNotBlocked
		reached[5][19] = 1;
		;
		/* merge: version = (version+1)(26, 21, 26) */
		reached[5][21] = 1;
		(trpt+1)->bup.oval = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(0, 25, 26) */
		reached[5][25] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 35: // STATE 26 - payin.pml:290 - [-end-] (0:0:0 - 4)
		IfNotBlocked
		reached[5][26] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC WaitingTime */
	case 36: // STATE 1 - payin.pml:278 - [(!(expired))] (15:0:1 - 1)
		IfNotBlocked
		reached[4][1] = 1;
		if (!( !(((int)now.expired))))
			continue;
		/* merge: expired = 1(0, 2, 15) */
		reached[4][2] = 1;
		(trpt+1)->bup.oval = ((int)now.expired);
		now.expired = 1;
#ifdef VAR_RANGES
		logval("expired", ((int)now.expired));
#endif
		;
		/* merge: .(goto)(0, 16, 15) */
		reached[4][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 37: // STATE 4 - payin.pml:279 - [((expired&&(status==7)))] (0:0:0 - 1)
		IfNotBlocked
		reached[4][4] = 1;
		if (!((((int)now.expired)&&(now.status==7))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 38: // STATE 5 - payin.pml:54 - [assert(((((((((((((((((((((((((((((((status==1)&&(2==7))&&(1==24))||(((status==1)&&(2==3))&&(1==3)))||(((status==7)&&(2==6))&&(1==19)))||(((status==7)&&(2==6))&&(1==12)))||(((status==6)&&(2==5))&&(1==7)))||(((status==6)&&(2==5))&&(1==16)))||(((status==6)&&(2==5))&&(1==15)))||(((status==6)&&(2==5))&&(1==4)))||(((status==6)&&(2==4))&&(1==10)))||(((status==5)&&(2==4))&&(1==10)))||(((status==6)&&(2==4))&&(1==23)))||(((status==5)&&(2==4))&&(1==23)))||(((status==6)&&(2==3))&&(1==9)))||(((status==5)&&(2==3))&&(1==9)))||(((status==6)&&(2==7))&&(1==2)))||(((status==5)&&(2==7))&&(1==2)))||(((status==6)&&(2==7))&&(1==21)))||(((status==5)&&(2==7))&&(1==21)))||(((status==5)&&(2==7))&&(1==17)))||(((status==5)&&(2==7))&&(1==11)))||(((status==7)&&(2==2))&&(1==1)))||(((status==7)&&(2==2))&&(1==20)))||(((status==5)&&(2==2))&&(1==18)))||(((status==5)&&(2==2))&&(1==13)))||(((status==7)&&(2==3))&&(1==3)))||(((status==7)&&(2==3))&&(1==14)))||(((status==6)&&(2==3))&&(1==14)))||(((status==5)&&(2==3))&&(1==14))))] (0:10:1 - 1)
		IfNotBlocked
		reached[4][5] = 1;
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(2==7))&&(1==24))||(((now.status==1)&&(2==3))&&(1==3)))||(((now.status==7)&&(2==6))&&(1==19)))||(((now.status==7)&&(2==6))&&(1==12)))||(((now.status==6)&&(2==5))&&(1==7)))||(((now.status==6)&&(2==5))&&(1==16)))||(((now.status==6)&&(2==5))&&(1==15)))||(((now.status==6)&&(2==5))&&(1==4)))||(((now.status==6)&&(2==4))&&(1==10)))||(((now.status==5)&&(2==4))&&(1==10)))||(((now.status==6)&&(2==4))&&(1==23)))||(((now.status==5)&&(2==4))&&(1==23)))||(((now.status==6)&&(2==3))&&(1==9)))||(((now.status==5)&&(2==3))&&(1==9)))||(((now.status==6)&&(2==7))&&(1==2)))||(((now.status==5)&&(2==7))&&(1==2)))||(((now.status==6)&&(2==7))&&(1==21)))||(((now.status==5)&&(2==7))&&(1==21)))||(((now.status==5)&&(2==7))&&(1==17)))||(((now.status==5)&&(2==7))&&(1==11)))||(((now.status==7)&&(2==2))&&(1==1)))||(((now.status==7)&&(2==2))&&(1==20)))||(((now.status==5)&&(2==2))&&(1==18)))||(((now.status==5)&&(2==2))&&(1==13)))||(((now.status==7)&&(2==3))&&(1==3)))||(((now.status==7)&&(2==3))&&(1==14)))||(((now.status==6)&&(2==3))&&(1==14)))||(((now.status==5)&&(2==3))&&(1==14))), "((((((((((((((((((((((((((((((status==1)&&(2==7))&&(1==24))||(((status==1)&&(2==3))&&(1==3)))||(((status==7)&&(2==6))&&(1==19)))||(((status==7)&&(2==6))&&(1==12)))||(((status==6)&&(2==5))&&(1==7)))||(((status==6)&&(2==5))&&(1==16)))||(((status==6)&&(2==5))&&(1==15)))||(((status==6)&&(2==5))&&(1==4)))||(((status==6)&&(2==4))&&(1==10)))||(((status==5)&&(2==4))&&(1==10)))||(((status==6)&&(2==4))&&(1==23)))||(((status==5)&&(2==4))&&(1==23)))||(((status==6)&&(2==3))&&(1==9)))||(((status==5)&&(2==3))&&(1==9)))||(((status==6)&&(2==7))&&(1==2)))||(((status==5)&&(2==7))&&(1==2)))||(((status==6)&&(2==7))&&(1==21)))||(((status==5)&&(2==7))&&(1==21)))||(((status==5)&&(2==7))&&(1==17)))||(((status==5)&&(2==7))&&(1==11)))||(((status==7)&&(2==2))&&(1==1)))||(((status==7)&&(2==2))&&(1==20)))||(((status==5)&&(2==2))&&(1==18)))||(((status==5)&&(2==2))&&(1==13)))||(((status==7)&&(2==3))&&(1==3)))||(((status==7)&&(2==3))&&(1==14)))||(((status==6)&&(2==3))&&(1==14)))||(((status==5)&&(2==3))&&(1==14)))", II, tt, t);
		/* merge: status = 2(10, 6, 10) */
		reached[4][6] = 1;
		(trpt+1)->bup.oval = now.status;
		now.status = 2;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 39: // STATE 7 - payin.pml:57 - [((((2==4)||(2==3))||(2==2)))] (15:0:2 - 1)
		IfNotBlocked
		reached[4][7] = 1;
		if (!((((2==4)||(2==3))||(2==2))))
			continue;
		/* merge: events = (events+1)(15, 8, 15) */
		reached[4][8] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.events);
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		/* merge: .(goto)(15, 11, 15) */
		reached[4][11] = 1;
		;
		/* merge: version = (version+1)(15, 13, 15) */
		reached[4][13] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(0, 16, 15) */
		reached[4][16] = 1;
		;
		_m = 3; goto P999; /* 4 */
	case 40: // STATE 11 - payin.pml:60 - [.(goto)] (0:15:1 - 2)
		IfNotBlocked
		reached[4][11] = 1;
		;
		/* merge: version = (version+1)(15, 13, 15) */
		reached[4][13] = 1;
		(trpt+1)->bup.oval = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(0, 16, 15) */
		reached[4][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 41: // STATE 18 - payin.pml:281 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[4][18] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Notifications */
	case 42: // STATE 1 - payin.pml:269 - [((notices[a]>0))] (0:0:0 - 1)
		IfNotBlocked
		reached[3][1] = 1;
		if (!((((int)now.notices[ Index(((int)((P3 *)_this)->a), 2) ])>0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 43: // STATE 2 - payin.pml:64 - [(((acquirer[a]==5)||(acquirer[a]==1)))] (192:0:1 - 1)
		IfNotBlocked
		reached[3][2] = 1;
		if (!(((now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==5)||(now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==1))))
			continue;
		/* merge: answer = 7(192, 3, 192) */
		reached[3][3] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 7;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[3][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 44: // STATE 16 - payin.pml:71 - [.(goto)] (0:192:0 - 6)
		IfNotBlocked
		reached[3][16] = 1;
		;
		_m = 3; goto P999; /* 0 */
	case 45: // STATE 4 - payin.pml:65 - [((acquirer[a]==4))] (192:0:1 - 1)
		IfNotBlocked
		reached[3][4] = 1;
		if (!((now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==4)))
			continue;
		/* merge: answer = 6(192, 5, 192) */
		reached[3][5] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 6;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[3][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 46: // STATE 6 - payin.pml:66 - [((acquirer[a]==3))] (192:0:1 - 1)
		IfNotBlocked
		reached[3][6] = 1;
		if (!((now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==3)))
			continue;
		/* merge: answer = 5(192, 7, 192) */
		reached[3][7] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 5;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[3][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 47: // STATE 8 - payin.pml:67 - [((acquirer[a]==2))] (192:0:1 - 1)
		IfNotBlocked
		reached[3][8] = 1;
		if (!((now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==2)))
			continue;
		/* merge: answer = 3(192, 9, 192) */
		reached[3][9] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 3;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[3][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 48: // STATE 10 - payin.pml:68 - [((acquirer[a]==6))] (192:0:1 - 1)
		IfNotBlocked
		reached[3][10] = 1;
		if (!((now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==6)))
			continue;
		/* merge: answer = 2(192, 11, 192) */
		reached[3][11] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 2;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[3][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 49: // STATE 12 - payin.pml:69 - [((acquirer[a]==7))] (192:0:2 - 1)
		IfNotBlocked
		reached[3][12] = 1;
		if (!((now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==7)))
			continue;
		/* merge: answer = 4(192, 13, 192) */
		reached[3][13] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.answer;
		now.answer = 4;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: refusedForEver[a] = 1(192, 14, 192) */
		reached[3][14] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.refusedForEver[ Index(((int)((P3 *)_this)->a), 2) ]);
		now.refusedForEver[ Index(((P3 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("refusedForEver[Notifications:a]", ((int)now.refusedForEver[ Index(((int)((P3 *)_this)->a), 2) ]));
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[3][16] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 50: // STATE 20 - payin.pml:134 - [D_STEP134]
		IfNotBlocked

		reached[3][20] = 1;
		reached[3][t->st] = 1;
		reached[3][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_682_0: /* 2 */
		((P3 *)_this)->readVersion = ((int)now.version);
#ifdef VAR_RANGES
		logval("Notifications:readVersion", ((int)((P3 *)_this)->readVersion));
#endif
		;
		goto S_688_0;
S_688_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 51: // STATE 21 - payin.pml:136 - [((crashes<1))] (0:0:0 - 1)
		IfNotBlocked
		reached[3][21] = 1;
		if (!((((int)now.crashes)<1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 52: // STATE 22 - payin.pml:136 - [crashes = (crashes+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[3][22] = 1;
		(trpt+1)->bup.oval = ((int)now.crashes);
		now.crashes = (((int)now.crashes)+1);
#ifdef VAR_RANGES
		logval("crashes", ((int)now.crashes));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 53: // STATE 182 - payin.pml:139 - [D_STEP139]
		if (!(((boq == -1 && (((int)now.version)==((int)((P3 *)_this)->readVersion)))) || (boq == -1 /* else */)))
			continue;

		reached[3][182] = 1;
		reached[3][t->st] = 1;
		reached[3][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_843_0: /* 2 */
S_690_0: /* 2 */
		if (!((((int)now.version)==((int)((P3 *)_this)->readVersion))))
			goto S_843_1;
S_838_0: /* 2 */
S_691_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]==6)&&((now.status==6)||(now.status==5)))))
			goto S_838_1;
S_814_0: /* 2 */
S_812_0: /* 2 */
S_692_0: /* 2 */
		if (!((now.answer==7)))
			goto S_812_1;
S_693_0: /* 2 */
		spin_assert(((now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==5)||(now.acquirer[ Index(((int)((P3 *)_this)->a), 2) ]==1)), "((acquirer[a]==5)||(acquirer[a]==1))", II, tt, t);
S_694_0: /* 2 */
		spin_assert((((int)now.creditedTo)==255), "(creditedTo==255)", II, tt, t);
S_695_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
S_696_0: /* 2 */
		now.creditedTo = ((int)((P3 *)_this)->a);
#ifdef VAR_RANGES
		logval("creditedTo", ((int)now.creditedTo));
#endif
		;
S_704_0: /* 2 */
S_697_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(4==7))&&(10==24))||(((now.status==1)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==6))&&(10==19)))||(((now.status==7)&&(4==6))&&(10==12)))||(((now.status==6)&&(4==5))&&(10==7)))||(((now.status==6)&&(4==5))&&(10==16)))||(((now.status==6)&&(4==5))&&(10==15)))||(((now.status==6)&&(4==5))&&(10==4)))||(((now.status==6)&&(4==4))&&(10==10)))||(((now.status==5)&&(4==4))&&(10==10)))||(((now.status==6)&&(4==4))&&(10==23)))||(((now.status==5)&&(4==4))&&(10==23)))||(((now.status==6)&&(4==3))&&(10==9)))||(((now.status==5)&&(4==3))&&(10==9)))||(((now.status==6)&&(4==7))&&(10==2)))||(((now.status==5)&&(4==7))&&(10==2)))||(((now.status==6)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==17)))||(((now.status==5)&&(4==7))&&(10==11)))||(((now.status==7)&&(4==2))&&(10==1)))||(((now.status==7)&&(4==2))&&(10==20)))||(((now.status==5)&&(4==2))&&(10==18)))||(((now.status==5)&&(4==2))&&(10==13)))||(((now.status==7)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==3))&&(10==14)))||(((now.status==6)&&(4==3))&&(10==14)))||(((now.status==5)&&(4==3))&&(10==14))), "((((((((((((((((((((((((((((((status==1)&&(4==7))&&(10==24))||(((status==1)&&(4==3))&&(10==3)))||(((status==7)&&(4==6))&&(10==19)))||(((status==7)&&(4==6))&&(10==12)))||(((status==6)&&(4==5))&&(10==7)))||(((status==6)&&(4==5))&&(10==16)))||(((status==6)&&(4==5))&&(10==15)))||(((status==6)&&(4==5))&&(10==4)))||(((status==6)&&(4==4))&&(10==10)))||(((status==5)&&(4==4))&&(10==10)))||(((status==6)&&(4==4))&&(10==23)))||(((status==5)&&(4==4))&&(10==23)))||(((status==6)&&(4==3))&&(10==9)))||(((status==5)&&(4==3))&&(10==9)))||(((status==6)&&(4==7))&&(10==2)))||(((status==5)&&(4==7))&&(10==2)))||(((status==6)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==17)))||(((status==5)&&(4==7))&&(10==11)))||(((status==7)&&(4==2))&&(10==1)))||(((status==7)&&(4==2))&&(10==20)))||(((status==5)&&(4==2))&&(10==18)))||(((status==5)&&(4==2))&&(10==13)))||(((status==7)&&(4==3))&&(10==3)))||(((status==7)&&(4==3))&&(10==14)))||(((status==6)&&(4==3))&&(10==14)))||(((status==5)&&(4==3))&&(10==14)))", II, tt, t);
S_698_0: /* 2 */
		now.status = 4;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_702_0: /* 2 */
S_699_0: /* 2 */
		if (!((((4==4)||(4==3))||(4==2))))
			goto S_702_1;
S_700_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_703_0;
S_702_1: /* 3 */
S_701_0: /* 2 */
		/* else */;
		goto S_703_0;
S_702_2: /* 3 */
		Uerror("blocking sel in d_step (nr.0, near line 56)");
S_703_0: /* 2 */
		goto S_813_0;
S_812_1: /* 3 */
S_705_0: /* 2 */
		if (!((now.answer==5)))
			goto S_812_2;
S_706_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
S_714_0: /* 2 */
S_707_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_708_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_712_0: /* 2 */
S_709_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_712_1;
S_710_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_713_0;
S_712_1: /* 3 */
S_711_0: /* 2 */
		/* else */;
		goto S_713_0;
S_712_2: /* 3 */
		Uerror("blocking sel in d_step (nr.1, near line 56)");
S_713_0: /* 2 */
		goto S_813_0;
		goto S_813_0;
S_812_2: /* 3 */
S_715_0: /* 2 */
		if (!((now.answer==6)))
			goto S_812_3;
S_716_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
S_735_0: /* 2 */
S_717_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_735_1;
S_725_0: /* 2 */
S_718_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(2==24))||(((now.status==1)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==6))&&(2==19)))||(((now.status==7)&&(7==6))&&(2==12)))||(((now.status==6)&&(7==5))&&(2==7)))||(((now.status==6)&&(7==5))&&(2==16)))||(((now.status==6)&&(7==5))&&(2==15)))||(((now.status==6)&&(7==5))&&(2==4)))||(((now.status==6)&&(7==4))&&(2==10)))||(((now.status==5)&&(7==4))&&(2==10)))||(((now.status==6)&&(7==4))&&(2==23)))||(((now.status==5)&&(7==4))&&(2==23)))||(((now.status==6)&&(7==3))&&(2==9)))||(((now.status==5)&&(7==3))&&(2==9)))||(((now.status==6)&&(7==7))&&(2==2)))||(((now.status==5)&&(7==7))&&(2==2)))||(((now.status==6)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==17)))||(((now.status==5)&&(7==7))&&(2==11)))||(((now.status==7)&&(7==2))&&(2==1)))||(((now.status==7)&&(7==2))&&(2==20)))||(((now.status==5)&&(7==2))&&(2==18)))||(((now.status==5)&&(7==2))&&(2==13)))||(((now.status==7)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==3))&&(2==14)))||(((now.status==6)&&(7==3))&&(2==14)))||(((now.status==5)&&(7==3))&&(2==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(2==24))||(((status==1)&&(7==3))&&(2==3)))||(((status==7)&&(7==6))&&(2==19)))||(((status==7)&&(7==6))&&(2==12)))||(((status==6)&&(7==5))&&(2==7)))||(((status==6)&&(7==5))&&(2==16)))||(((status==6)&&(7==5))&&(2==15)))||(((status==6)&&(7==5))&&(2==4)))||(((status==6)&&(7==4))&&(2==10)))||(((status==5)&&(7==4))&&(2==10)))||(((status==6)&&(7==4))&&(2==23)))||(((status==5)&&(7==4))&&(2==23)))||(((status==6)&&(7==3))&&(2==9)))||(((status==5)&&(7==3))&&(2==9)))||(((status==6)&&(7==7))&&(2==2)))||(((status==5)&&(7==7))&&(2==2)))||(((status==6)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==17)))||(((status==5)&&(7==7))&&(2==11)))||(((status==7)&&(7==2))&&(2==1)))||(((status==7)&&(7==2))&&(2==20)))||(((status==5)&&(7==2))&&(2==18)))||(((status==5)&&(7==2))&&(2==13)))||(((status==7)&&(7==3))&&(2==3)))||(((status==7)&&(7==3))&&(2==14)))||(((status==6)&&(7==3))&&(2==14)))||(((status==5)&&(7==3))&&(2==14)))", II, tt, t);
S_719_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_723_0: /* 2 */
S_720_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_723_1;
S_721_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_724_0;
S_723_1: /* 3 */
S_722_0: /* 2 */
		/* else */;
		goto S_724_0;
S_723_2: /* 3 */
		Uerror("blocking sel in d_step (nr.2, near line 56)");
S_724_0: /* 2 */
		goto S_736_0;
S_735_1: /* 3 */
S_726_0: /* 2 */
		/* else */;
S_734_0: /* 2 */
S_727_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_728_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_732_0: /* 2 */
S_729_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_732_1;
S_730_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_733_0;
S_732_1: /* 3 */
S_731_0: /* 2 */
		/* else */;
		goto S_733_0;
S_732_2: /* 3 */
		Uerror("blocking sel in d_step (nr.3, near line 56)");
S_733_0: /* 2 */
		goto S_736_0;
		goto S_736_0;
S_735_2: /* 3 */
		Uerror("blocking sel in d_step (nr.4, near line 85)");
S_736_0: /* 2 */
		goto S_813_0;
S_812_3: /* 3 */
S_737_0: /* 2 */
		if (!((now.answer==4)))
			goto S_812_4;
S_738_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
S_757_0: /* 2 */
S_739_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_757_1;
S_747_0: /* 2 */
S_740_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(21==24))||(((now.status==1)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==6))&&(21==19)))||(((now.status==7)&&(7==6))&&(21==12)))||(((now.status==6)&&(7==5))&&(21==7)))||(((now.status==6)&&(7==5))&&(21==16)))||(((now.status==6)&&(7==5))&&(21==15)))||(((now.status==6)&&(7==5))&&(21==4)))||(((now.status==6)&&(7==4))&&(21==10)))||(((now.status==5)&&(7==4))&&(21==10)))||(((now.status==6)&&(7==4))&&(21==23)))||(((now.status==5)&&(7==4))&&(21==23)))||(((now.status==6)&&(7==3))&&(21==9)))||(((now.status==5)&&(7==3))&&(21==9)))||(((now.status==6)&&(7==7))&&(21==2)))||(((now.status==5)&&(7==7))&&(21==2)))||(((now.status==6)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==17)))||(((now.status==5)&&(7==7))&&(21==11)))||(((now.status==7)&&(7==2))&&(21==1)))||(((now.status==7)&&(7==2))&&(21==20)))||(((now.status==5)&&(7==2))&&(21==18)))||(((now.status==5)&&(7==2))&&(21==13)))||(((now.status==7)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==3))&&(21==14)))||(((now.status==6)&&(7==3))&&(21==14)))||(((now.status==5)&&(7==3))&&(21==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(21==24))||(((status==1)&&(7==3))&&(21==3)))||(((status==7)&&(7==6))&&(21==19)))||(((status==7)&&(7==6))&&(21==12)))||(((status==6)&&(7==5))&&(21==7)))||(((status==6)&&(7==5))&&(21==16)))||(((status==6)&&(7==5))&&(21==15)))||(((status==6)&&(7==5))&&(21==4)))||(((status==6)&&(7==4))&&(21==10)))||(((status==5)&&(7==4))&&(21==10)))||(((status==6)&&(7==4))&&(21==23)))||(((status==5)&&(7==4))&&(21==23)))||(((status==6)&&(7==3))&&(21==9)))||(((status==5)&&(7==3))&&(21==9)))||(((status==6)&&(7==7))&&(21==2)))||(((status==5)&&(7==7))&&(21==2)))||(((status==6)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==17)))||(((status==5)&&(7==7))&&(21==11)))||(((status==7)&&(7==2))&&(21==1)))||(((status==7)&&(7==2))&&(21==20)))||(((status==5)&&(7==2))&&(21==18)))||(((status==5)&&(7==2))&&(21==13)))||(((status==7)&&(7==3))&&(21==3)))||(((status==7)&&(7==3))&&(21==14)))||(((status==6)&&(7==3))&&(21==14)))||(((status==5)&&(7==3))&&(21==14)))", II, tt, t);
S_741_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_745_0: /* 2 */
S_742_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_745_1;
S_743_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_746_0;
S_745_1: /* 3 */
S_744_0: /* 2 */
		/* else */;
		goto S_746_0;
S_745_2: /* 3 */
		Uerror("blocking sel in d_step (nr.5, near line 56)");
S_746_0: /* 2 */
		goto S_758_0;
S_757_1: /* 3 */
S_748_0: /* 2 */
		/* else */;
S_756_0: /* 2 */
S_749_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_750_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_754_0: /* 2 */
S_751_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_754_1;
S_752_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_755_0;
S_754_1: /* 3 */
S_753_0: /* 2 */
		/* else */;
		goto S_755_0;
S_754_2: /* 3 */
		Uerror("blocking sel in d_step (nr.6, near line 56)");
S_755_0: /* 2 */
		goto S_758_0;
		goto S_758_0;
S_757_2: /* 3 */
		Uerror("blocking sel in d_step (nr.7, near line 91)");
S_758_0: /* 2 */
		goto S_813_0;
S_812_4: /* 3 */
S_759_0: /* 2 */
		if (!((now.answer==3)))
			goto S_812_5;
S_760_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
S_771_0: /* 2 */
S_761_0: /* 2 */
		if (!((now.status==6)))
			goto S_771_1;
S_769_0: /* 2 */
S_762_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(16==24))||(((now.status==1)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==6))&&(16==19)))||(((now.status==7)&&(5==6))&&(16==12)))||(((now.status==6)&&(5==5))&&(16==7)))||(((now.status==6)&&(5==5))&&(16==16)))||(((now.status==6)&&(5==5))&&(16==15)))||(((now.status==6)&&(5==5))&&(16==4)))||(((now.status==6)&&(5==4))&&(16==10)))||(((now.status==5)&&(5==4))&&(16==10)))||(((now.status==6)&&(5==4))&&(16==23)))||(((now.status==5)&&(5==4))&&(16==23)))||(((now.status==6)&&(5==3))&&(16==9)))||(((now.status==5)&&(5==3))&&(16==9)))||(((now.status==6)&&(5==7))&&(16==2)))||(((now.status==5)&&(5==7))&&(16==2)))||(((now.status==6)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==17)))||(((now.status==5)&&(5==7))&&(16==11)))||(((now.status==7)&&(5==2))&&(16==1)))||(((now.status==7)&&(5==2))&&(16==20)))||(((now.status==5)&&(5==2))&&(16==18)))||(((now.status==5)&&(5==2))&&(16==13)))||(((now.status==7)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==3))&&(16==14)))||(((now.status==6)&&(5==3))&&(16==14)))||(((now.status==5)&&(5==3))&&(16==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(16==24))||(((status==1)&&(5==3))&&(16==3)))||(((status==7)&&(5==6))&&(16==19)))||(((status==7)&&(5==6))&&(16==12)))||(((status==6)&&(5==5))&&(16==7)))||(((status==6)&&(5==5))&&(16==16)))||(((status==6)&&(5==5))&&(16==15)))||(((status==6)&&(5==5))&&(16==4)))||(((status==6)&&(5==4))&&(16==10)))||(((status==5)&&(5==4))&&(16==10)))||(((status==6)&&(5==4))&&(16==23)))||(((status==5)&&(5==4))&&(16==23)))||(((status==6)&&(5==3))&&(16==9)))||(((status==5)&&(5==3))&&(16==9)))||(((status==6)&&(5==7))&&(16==2)))||(((status==5)&&(5==7))&&(16==2)))||(((status==6)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==17)))||(((status==5)&&(5==7))&&(16==11)))||(((status==7)&&(5==2))&&(16==1)))||(((status==7)&&(5==2))&&(16==20)))||(((status==5)&&(5==2))&&(16==18)))||(((status==5)&&(5==2))&&(16==13)))||(((status==7)&&(5==3))&&(16==3)))||(((status==7)&&(5==3))&&(16==14)))||(((status==6)&&(5==3))&&(16==14)))||(((status==5)&&(5==3))&&(16==14)))", II, tt, t);
S_763_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_767_0: /* 2 */
S_764_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_767_1;
S_765_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_768_0;
S_767_1: /* 3 */
S_766_0: /* 2 */
		/* else */;
		goto S_768_0;
S_767_2: /* 3 */
		Uerror("blocking sel in d_step (nr.8, near line 56)");
S_768_0: /* 2 */
		goto S_772_0;
S_771_1: /* 3 */
S_770_0: /* 2 */
		/* else */;
		goto S_772_0;
S_771_2: /* 3 */
		Uerror("blocking sel in d_step (nr.9, near line 97)");
S_772_0: /* 2 */
S_791_0: /* 2 */
S_773_0: /* 2 */
		if (!(( !(((int)now.expired))&&(((int)now.made)<2))))
			goto S_791_1;
S_781_0: /* 2 */
S_774_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(17==24))||(((now.status==1)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==6))&&(17==19)))||(((now.status==7)&&(7==6))&&(17==12)))||(((now.status==6)&&(7==5))&&(17==7)))||(((now.status==6)&&(7==5))&&(17==16)))||(((now.status==6)&&(7==5))&&(17==15)))||(((now.status==6)&&(7==5))&&(17==4)))||(((now.status==6)&&(7==4))&&(17==10)))||(((now.status==5)&&(7==4))&&(17==10)))||(((now.status==6)&&(7==4))&&(17==23)))||(((now.status==5)&&(7==4))&&(17==23)))||(((now.status==6)&&(7==3))&&(17==9)))||(((now.status==5)&&(7==3))&&(17==9)))||(((now.status==6)&&(7==7))&&(17==2)))||(((now.status==5)&&(7==7))&&(17==2)))||(((now.status==6)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==17)))||(((now.status==5)&&(7==7))&&(17==11)))||(((now.status==7)&&(7==2))&&(17==1)))||(((now.status==7)&&(7==2))&&(17==20)))||(((now.status==5)&&(7==2))&&(17==18)))||(((now.status==5)&&(7==2))&&(17==13)))||(((now.status==7)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==3))&&(17==14)))||(((now.status==6)&&(7==3))&&(17==14)))||(((now.status==5)&&(7==3))&&(17==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(17==24))||(((status==1)&&(7==3))&&(17==3)))||(((status==7)&&(7==6))&&(17==19)))||(((status==7)&&(7==6))&&(17==12)))||(((status==6)&&(7==5))&&(17==7)))||(((status==6)&&(7==5))&&(17==16)))||(((status==6)&&(7==5))&&(17==15)))||(((status==6)&&(7==5))&&(17==4)))||(((status==6)&&(7==4))&&(17==10)))||(((status==5)&&(7==4))&&(17==10)))||(((status==6)&&(7==4))&&(17==23)))||(((status==5)&&(7==4))&&(17==23)))||(((status==6)&&(7==3))&&(17==9)))||(((status==5)&&(7==3))&&(17==9)))||(((status==6)&&(7==7))&&(17==2)))||(((status==5)&&(7==7))&&(17==2)))||(((status==6)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==17)))||(((status==5)&&(7==7))&&(17==11)))||(((status==7)&&(7==2))&&(17==1)))||(((status==7)&&(7==2))&&(17==20)))||(((status==5)&&(7==2))&&(17==18)))||(((status==5)&&(7==2))&&(17==13)))||(((status==7)&&(7==3))&&(17==3)))||(((status==7)&&(7==3))&&(17==14)))||(((status==6)&&(7==3))&&(17==14)))||(((status==5)&&(7==3))&&(17==14)))", II, tt, t);
S_775_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_779_0: /* 2 */
S_776_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_779_1;
S_777_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_780_0;
S_779_1: /* 3 */
S_778_0: /* 2 */
		/* else */;
		goto S_780_0;
S_779_2: /* 3 */
		Uerror("blocking sel in d_step (nr.10, near line 56)");
S_780_0: /* 2 */
		goto S_792_0;
S_791_1: /* 3 */
S_782_0: /* 2 */
		/* else */;
S_790_0: /* 2 */
S_783_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(2==7))&&(18==24))||(((now.status==1)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==6))&&(18==19)))||(((now.status==7)&&(2==6))&&(18==12)))||(((now.status==6)&&(2==5))&&(18==7)))||(((now.status==6)&&(2==5))&&(18==16)))||(((now.status==6)&&(2==5))&&(18==15)))||(((now.status==6)&&(2==5))&&(18==4)))||(((now.status==6)&&(2==4))&&(18==10)))||(((now.status==5)&&(2==4))&&(18==10)))||(((now.status==6)&&(2==4))&&(18==23)))||(((now.status==5)&&(2==4))&&(18==23)))||(((now.status==6)&&(2==3))&&(18==9)))||(((now.status==5)&&(2==3))&&(18==9)))||(((now.status==6)&&(2==7))&&(18==2)))||(((now.status==5)&&(2==7))&&(18==2)))||(((now.status==6)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==17)))||(((now.status==5)&&(2==7))&&(18==11)))||(((now.status==7)&&(2==2))&&(18==1)))||(((now.status==7)&&(2==2))&&(18==20)))||(((now.status==5)&&(2==2))&&(18==18)))||(((now.status==5)&&(2==2))&&(18==13)))||(((now.status==7)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==3))&&(18==14)))||(((now.status==6)&&(2==3))&&(18==14)))||(((now.status==5)&&(2==3))&&(18==14))), "((((((((((((((((((((((((((((((status==1)&&(2==7))&&(18==24))||(((status==1)&&(2==3))&&(18==3)))||(((status==7)&&(2==6))&&(18==19)))||(((status==7)&&(2==6))&&(18==12)))||(((status==6)&&(2==5))&&(18==7)))||(((status==6)&&(2==5))&&(18==16)))||(((status==6)&&(2==5))&&(18==15)))||(((status==6)&&(2==5))&&(18==4)))||(((status==6)&&(2==4))&&(18==10)))||(((status==5)&&(2==4))&&(18==10)))||(((status==6)&&(2==4))&&(18==23)))||(((status==5)&&(2==4))&&(18==23)))||(((status==6)&&(2==3))&&(18==9)))||(((status==5)&&(2==3))&&(18==9)))||(((status==6)&&(2==7))&&(18==2)))||(((status==5)&&(2==7))&&(18==2)))||(((status==6)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==17)))||(((status==5)&&(2==7))&&(18==11)))||(((status==7)&&(2==2))&&(18==1)))||(((status==7)&&(2==2))&&(18==20)))||(((status==5)&&(2==2))&&(18==18)))||(((status==5)&&(2==2))&&(18==13)))||(((status==7)&&(2==3))&&(18==3)))||(((status==7)&&(2==3))&&(18==14)))||(((status==6)&&(2==3))&&(18==14)))||(((status==5)&&(2==3))&&(18==14)))", II, tt, t);
S_784_0: /* 2 */
		now.status = 2;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_788_0: /* 2 */
S_785_0: /* 2 */
		if (!((((2==4)||(2==3))||(2==2))))
			goto S_788_1;
S_786_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_789_0;
S_788_1: /* 3 */
S_787_0: /* 2 */
		/* else */;
		goto S_789_0;
S_788_2: /* 3 */
		Uerror("blocking sel in d_step (nr.11, near line 56)");
S_789_0: /* 2 */
		goto S_792_0;
		goto S_792_0;
S_791_2: /* 3 */
		Uerror("blocking sel in d_step (nr.12, near line 101)");
S_792_0: /* 2 */
		goto S_813_0;
S_812_5: /* 3 */
S_793_0: /* 2 */
		if (!(((now.answer==2)&&(now.status==6))))
			goto S_812_6;
S_801_0: /* 2 */
S_794_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(7==24))||(((now.status==1)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==6))&&(7==19)))||(((now.status==7)&&(5==6))&&(7==12)))||(((now.status==6)&&(5==5))&&(7==7)))||(((now.status==6)&&(5==5))&&(7==16)))||(((now.status==6)&&(5==5))&&(7==15)))||(((now.status==6)&&(5==5))&&(7==4)))||(((now.status==6)&&(5==4))&&(7==10)))||(((now.status==5)&&(5==4))&&(7==10)))||(((now.status==6)&&(5==4))&&(7==23)))||(((now.status==5)&&(5==4))&&(7==23)))||(((now.status==6)&&(5==3))&&(7==9)))||(((now.status==5)&&(5==3))&&(7==9)))||(((now.status==6)&&(5==7))&&(7==2)))||(((now.status==5)&&(5==7))&&(7==2)))||(((now.status==6)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==17)))||(((now.status==5)&&(5==7))&&(7==11)))||(((now.status==7)&&(5==2))&&(7==1)))||(((now.status==7)&&(5==2))&&(7==20)))||(((now.status==5)&&(5==2))&&(7==18)))||(((now.status==5)&&(5==2))&&(7==13)))||(((now.status==7)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==3))&&(7==14)))||(((now.status==6)&&(5==3))&&(7==14)))||(((now.status==5)&&(5==3))&&(7==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(7==24))||(((status==1)&&(5==3))&&(7==3)))||(((status==7)&&(5==6))&&(7==19)))||(((status==7)&&(5==6))&&(7==12)))||(((status==6)&&(5==5))&&(7==7)))||(((status==6)&&(5==5))&&(7==16)))||(((status==6)&&(5==5))&&(7==15)))||(((status==6)&&(5==5))&&(7==4)))||(((status==6)&&(5==4))&&(7==10)))||(((status==5)&&(5==4))&&(7==10)))||(((status==6)&&(5==4))&&(7==23)))||(((status==5)&&(5==4))&&(7==23)))||(((status==6)&&(5==3))&&(7==9)))||(((status==5)&&(5==3))&&(7==9)))||(((status==6)&&(5==7))&&(7==2)))||(((status==5)&&(5==7))&&(7==2)))||(((status==6)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==17)))||(((status==5)&&(5==7))&&(7==11)))||(((status==7)&&(5==2))&&(7==1)))||(((status==7)&&(5==2))&&(7==20)))||(((status==5)&&(5==2))&&(7==18)))||(((status==5)&&(5==2))&&(7==13)))||(((status==7)&&(5==3))&&(7==3)))||(((status==7)&&(5==3))&&(7==14)))||(((status==6)&&(5==3))&&(7==14)))||(((status==5)&&(5==3))&&(7==14)))", II, tt, t);
S_795_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_799_0: /* 2 */
S_796_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_799_1;
S_797_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_800_0;
S_799_1: /* 3 */
S_798_0: /* 2 */
		/* else */;
		goto S_800_0;
S_799_2: /* 3 */
		Uerror("blocking sel in d_step (nr.13, near line 56)");
S_800_0: /* 2 */
		goto S_813_0;
		goto S_813_0;
S_812_6: /* 3 */
S_802_0: /* 2 */
		if (!(((now.answer==1)&&(now.status==6))))
			goto S_812_7;
S_810_0: /* 2 */
S_803_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(4==24))||(((now.status==1)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==6))&&(4==19)))||(((now.status==7)&&(5==6))&&(4==12)))||(((now.status==6)&&(5==5))&&(4==7)))||(((now.status==6)&&(5==5))&&(4==16)))||(((now.status==6)&&(5==5))&&(4==15)))||(((now.status==6)&&(5==5))&&(4==4)))||(((now.status==6)&&(5==4))&&(4==10)))||(((now.status==5)&&(5==4))&&(4==10)))||(((now.status==6)&&(5==4))&&(4==23)))||(((now.status==5)&&(5==4))&&(4==23)))||(((now.status==6)&&(5==3))&&(4==9)))||(((now.status==5)&&(5==3))&&(4==9)))||(((now.status==6)&&(5==7))&&(4==2)))||(((now.status==5)&&(5==7))&&(4==2)))||(((now.status==6)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==17)))||(((now.status==5)&&(5==7))&&(4==11)))||(((now.status==7)&&(5==2))&&(4==1)))||(((now.status==7)&&(5==2))&&(4==20)))||(((now.status==5)&&(5==2))&&(4==18)))||(((now.status==5)&&(5==2))&&(4==13)))||(((now.status==7)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==3))&&(4==14)))||(((now.status==6)&&(5==3))&&(4==14)))||(((now.status==5)&&(5==3))&&(4==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(4==24))||(((status==1)&&(5==3))&&(4==3)))||(((status==7)&&(5==6))&&(4==19)))||(((status==7)&&(5==6))&&(4==12)))||(((status==6)&&(5==5))&&(4==7)))||(((status==6)&&(5==5))&&(4==16)))||(((status==6)&&(5==5))&&(4==15)))||(((status==6)&&(5==5))&&(4==4)))||(((status==6)&&(5==4))&&(4==10)))||(((status==5)&&(5==4))&&(4==10)))||(((status==6)&&(5==4))&&(4==23)))||(((status==5)&&(5==4))&&(4==23)))||(((status==6)&&(5==3))&&(4==9)))||(((status==5)&&(5==3))&&(4==9)))||(((status==6)&&(5==7))&&(4==2)))||(((status==5)&&(5==7))&&(4==2)))||(((status==6)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==17)))||(((status==5)&&(5==7))&&(4==11)))||(((status==7)&&(5==2))&&(4==1)))||(((status==7)&&(5==2))&&(4==20)))||(((status==5)&&(5==2))&&(4==18)))||(((status==5)&&(5==2))&&(4==13)))||(((status==7)&&(5==3))&&(4==3)))||(((status==7)&&(5==3))&&(4==14)))||(((status==6)&&(5==3))&&(4==14)))||(((status==5)&&(5==3))&&(4==14)))", II, tt, t);
S_804_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_808_0: /* 2 */
S_805_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_808_1;
S_806_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_809_0;
S_808_1: /* 3 */
S_807_0: /* 2 */
		/* else */;
		goto S_809_0;
S_808_2: /* 3 */
		Uerror("blocking sel in d_step (nr.14, near line 56)");
S_809_0: /* 2 */
		goto S_813_0;
		goto S_813_0;
S_812_7: /* 3 */
S_811_0: /* 2 */
		/* else */;
		goto S_813_0;
S_812_8: /* 3 */
		Uerror("blocking sel in d_step (nr.15, near line 75)");
S_813_0: /* 2 */
		goto S_839_0;
S_838_1: /* 3 */
S_815_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]==6)&& !(((now.status==6)||(now.status==5))))))
			goto S_838_2;
S_830_0: /* 2 */
S_828_0: /* 2 */
S_816_0: /* 2 */
		if (!((now.answer==7)))
			goto S_828_1;
S_817_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
S_818_0: /* 2 */
		now.queued[ Index(((P3 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Notifications:a]", ((int)now.queued[ Index(((int)((P3 *)_this)->a), 2) ]));
#endif
		;
		goto S_829_0;
S_828_1: /* 3 */
S_819_0: /* 2 */
		if (!((now.answer==5)))
			goto S_828_2;
S_820_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
		goto S_829_0;
S_828_2: /* 3 */
S_821_0: /* 2 */
		if (!((now.answer==6)))
			goto S_828_3;
S_822_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
		goto S_829_0;
S_828_3: /* 3 */
S_823_0: /* 2 */
		if (!((now.answer==4)))
			goto S_828_4;
S_824_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
		goto S_829_0;
S_828_4: /* 3 */
S_825_0: /* 2 */
		if (!((now.answer==3)))
			goto S_828_5;
S_826_0: /* 2 */
		now.attempt[ Index(((P3 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Notifications:a]", now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]);
#endif
		;
		goto S_829_0;
S_828_5: /* 3 */
S_827_0: /* 2 */
		/* else */;
		goto S_829_0;
S_828_6: /* 3 */
		Uerror("blocking sel in d_step (nr.16, near line 113)");
S_829_0: /* 2 */
		goto S_839_0;
		goto S_839_0;
S_838_2: /* 3 */
S_831_0: /* 2 */
		/* else */;
S_837_0: /* 2 */
S_835_0: /* 2 */
S_832_0: /* 2 */
		if (!(((now.answer==7)&&(now.attempt[ Index(((int)((P3 *)_this)->a), 2) ]!=5))))
			goto S_835_1;
S_833_0: /* 2 */
		now.queued[ Index(((P3 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Notifications:a]", ((int)now.queued[ Index(((int)((P3 *)_this)->a), 2) ]));
#endif
		;
		goto S_836_0;
S_835_1: /* 3 */
S_834_0: /* 2 */
		/* else */;
		goto S_836_0;
S_835_2: /* 3 */
		Uerror("blocking sel in d_step (nr.17, near line 125)");
S_836_0: /* 2 */
		goto S_839_0;
		goto S_839_0;
S_838_3: /* 3 */
		Uerror("blocking sel in d_step (nr.18, near line 142)");
S_839_0: /* 2 */
S_840_0: /* 2 */
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
S_841_0: /* 2 */
		((P3 *)_this)->hasWritten = 1;
#ifdef VAR_RANGES
		logval("Notifications:hasWritten", ((int)((P3 *)_this)->hasWritten));
#endif
		;
		goto S_844_0;
S_843_1: /* 3 */
S_842_0: /* 2 */
		/* else */;
		goto S_844_0;
S_843_2: /* 3 */
		Uerror("blocking sel in d_step (nr.19, near line 140)");
S_844_0: /* 2 */
		goto S_850_0;
S_850_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 54: // STATE 183 - payin.pml:153 - [(hasWritten)] (193:0:2 - 1)
		IfNotBlocked
		reached[3][183] = 1;
		if (!(((int)((P3 *)_this)->hasWritten)))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: hasWritten */  (trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((P3 *)_this)->hasWritten;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P3 *)_this)->hasWritten = 0;
		/* merge: hasWritten = 0(0, 184, 193) */
		reached[3][184] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P3 *)_this)->hasWritten);
		((P3 *)_this)->hasWritten = 0;
#ifdef VAR_RANGES
		logval("Notifications:hasWritten", ((int)((P3 *)_this)->hasWritten));
#endif
		;
		/* merge: goto :b7(0, 185, 193) */
		reached[3][185] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 55: // STATE 193 - payin.pml:271 - [notices[a] = (notices[a]-1)] (0:0:1 - 3)
		IfNotBlocked
		reached[3][193] = 1;
		(trpt+1)->bup.oval = ((int)now.notices[ Index(((int)((P3 *)_this)->a), 2) ]);
		now.notices[ Index(((P3 *)_this)->a, 2) ] = (((int)now.notices[ Index(((int)((P3 *)_this)->a), 2) ])-1);
#ifdef VAR_RANGES
		logval("notices[Notifications:a]", ((int)now.notices[ Index(((int)((P3 *)_this)->a), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 56: // STATE 197 - payin.pml:273 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[3][197] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Inquiries */
	case 57: // STATE 1 - payin.pml:249 - [(((attempt[a]==6)&&(acquirer[a]!=6)))] (0:0:0 - 1)
		IfNotBlocked
		reached[2][1] = 1;
		if (!(((now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]==6)&&(now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]!=6))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 58: // STATE 2 - payin.pml:64 - [(((acquirer[a]==5)||(acquirer[a]==1)))] (192:0:1 - 1)
		IfNotBlocked
		reached[2][2] = 1;
		if (!(((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==5)||(now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==1))))
			continue;
		/* merge: answer = 7(192, 3, 192) */
		reached[2][3] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 7;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[2][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 59: // STATE 16 - payin.pml:71 - [.(goto)] (0:192:0 - 6)
		IfNotBlocked
		reached[2][16] = 1;
		;
		_m = 3; goto P999; /* 0 */
	case 60: // STATE 4 - payin.pml:65 - [((acquirer[a]==4))] (192:0:1 - 1)
		IfNotBlocked
		reached[2][4] = 1;
		if (!((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==4)))
			continue;
		/* merge: answer = 6(192, 5, 192) */
		reached[2][5] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 6;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[2][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 61: // STATE 6 - payin.pml:66 - [((acquirer[a]==3))] (192:0:1 - 1)
		IfNotBlocked
		reached[2][6] = 1;
		if (!((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==3)))
			continue;
		/* merge: answer = 5(192, 7, 192) */
		reached[2][7] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 5;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[2][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 62: // STATE 8 - payin.pml:67 - [((acquirer[a]==2))] (192:0:1 - 1)
		IfNotBlocked
		reached[2][8] = 1;
		if (!((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==2)))
			continue;
		/* merge: answer = 3(192, 9, 192) */
		reached[2][9] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 3;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[2][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 63: // STATE 10 - payin.pml:68 - [((acquirer[a]==6))] (192:0:1 - 1)
		IfNotBlocked
		reached[2][10] = 1;
		if (!((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==6)))
			continue;
		/* merge: answer = 2(192, 11, 192) */
		reached[2][11] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 2;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[2][16] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 64: // STATE 12 - payin.pml:69 - [((acquirer[a]==7))] (192:0:2 - 1)
		IfNotBlocked
		reached[2][12] = 1;
		if (!((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==7)))
			continue;
		/* merge: answer = 4(192, 13, 192) */
		reached[2][13] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.answer;
		now.answer = 4;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: refusedForEver[a] = 1(192, 14, 192) */
		reached[2][14] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.refusedForEver[ Index(((int)((P2 *)_this)->a), 2) ]);
		now.refusedForEver[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("refusedForEver[Inquiries:a]", ((int)now.refusedForEver[ Index(((int)((P2 *)_this)->a), 2) ]));
#endif
		;
		/* merge: .(goto)(192, 16, 192) */
		reached[2][16] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 65: // STATE 20 - payin.pml:134 - [D_STEP134]
		IfNotBlocked

		reached[2][20] = 1;
		reached[2][t->st] = 1;
		reached[2][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_304_0: /* 2 */
		((P2 *)_this)->readVersion = ((int)now.version);
#ifdef VAR_RANGES
		logval("Inquiries:readVersion", ((int)((P2 *)_this)->readVersion));
#endif
		;
		goto S_310_0;
S_310_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 66: // STATE 21 - payin.pml:136 - [((crashes<1))] (0:0:0 - 1)
		IfNotBlocked
		reached[2][21] = 1;
		if (!((((int)now.crashes)<1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 67: // STATE 22 - payin.pml:136 - [crashes = (crashes+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[2][22] = 1;
		(trpt+1)->bup.oval = ((int)now.crashes);
		now.crashes = (((int)now.crashes)+1);
#ifdef VAR_RANGES
		logval("crashes", ((int)now.crashes));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 68: // STATE 182 - payin.pml:139 - [D_STEP139]
		if (!(((boq == -1 && (((int)now.version)==((int)((P2 *)_this)->readVersion)))) || (boq == -1 /* else */)))
			continue;

		reached[2][182] = 1;
		reached[2][t->st] = 1;
		reached[2][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_465_0: /* 2 */
S_312_0: /* 2 */
		if (!((((int)now.version)==((int)((P2 *)_this)->readVersion))))
			goto S_465_1;
S_460_0: /* 2 */
S_313_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]==6)&&((now.status==6)||(now.status==5)))))
			goto S_460_1;
S_436_0: /* 2 */
S_434_0: /* 2 */
S_314_0: /* 2 */
		if (!((now.answer==7)))
			goto S_434_1;
S_315_0: /* 2 */
		spin_assert(((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==5)||(now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==1)), "((acquirer[a]==5)||(acquirer[a]==1))", II, tt, t);
S_316_0: /* 2 */
		spin_assert((((int)now.creditedTo)==255), "(creditedTo==255)", II, tt, t);
S_317_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_318_0: /* 2 */
		now.creditedTo = ((int)((P2 *)_this)->a);
#ifdef VAR_RANGES
		logval("creditedTo", ((int)now.creditedTo));
#endif
		;
S_326_0: /* 2 */
S_319_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(4==7))&&(10==24))||(((now.status==1)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==6))&&(10==19)))||(((now.status==7)&&(4==6))&&(10==12)))||(((now.status==6)&&(4==5))&&(10==7)))||(((now.status==6)&&(4==5))&&(10==16)))||(((now.status==6)&&(4==5))&&(10==15)))||(((now.status==6)&&(4==5))&&(10==4)))||(((now.status==6)&&(4==4))&&(10==10)))||(((now.status==5)&&(4==4))&&(10==10)))||(((now.status==6)&&(4==4))&&(10==23)))||(((now.status==5)&&(4==4))&&(10==23)))||(((now.status==6)&&(4==3))&&(10==9)))||(((now.status==5)&&(4==3))&&(10==9)))||(((now.status==6)&&(4==7))&&(10==2)))||(((now.status==5)&&(4==7))&&(10==2)))||(((now.status==6)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==17)))||(((now.status==5)&&(4==7))&&(10==11)))||(((now.status==7)&&(4==2))&&(10==1)))||(((now.status==7)&&(4==2))&&(10==20)))||(((now.status==5)&&(4==2))&&(10==18)))||(((now.status==5)&&(4==2))&&(10==13)))||(((now.status==7)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==3))&&(10==14)))||(((now.status==6)&&(4==3))&&(10==14)))||(((now.status==5)&&(4==3))&&(10==14))), "((((((((((((((((((((((((((((((status==1)&&(4==7))&&(10==24))||(((status==1)&&(4==3))&&(10==3)))||(((status==7)&&(4==6))&&(10==19)))||(((status==7)&&(4==6))&&(10==12)))||(((status==6)&&(4==5))&&(10==7)))||(((status==6)&&(4==5))&&(10==16)))||(((status==6)&&(4==5))&&(10==15)))||(((status==6)&&(4==5))&&(10==4)))||(((status==6)&&(4==4))&&(10==10)))||(((status==5)&&(4==4))&&(10==10)))||(((status==6)&&(4==4))&&(10==23)))||(((status==5)&&(4==4))&&(10==23)))||(((status==6)&&(4==3))&&(10==9)))||(((status==5)&&(4==3))&&(10==9)))||(((status==6)&&(4==7))&&(10==2)))||(((status==5)&&(4==7))&&(10==2)))||(((status==6)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==17)))||(((status==5)&&(4==7))&&(10==11)))||(((status==7)&&(4==2))&&(10==1)))||(((status==7)&&(4==2))&&(10==20)))||(((status==5)&&(4==2))&&(10==18)))||(((status==5)&&(4==2))&&(10==13)))||(((status==7)&&(4==3))&&(10==3)))||(((status==7)&&(4==3))&&(10==14)))||(((status==6)&&(4==3))&&(10==14)))||(((status==5)&&(4==3))&&(10==14)))", II, tt, t);
S_320_0: /* 2 */
		now.status = 4;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_324_0: /* 2 */
S_321_0: /* 2 */
		if (!((((4==4)||(4==3))||(4==2))))
			goto S_324_1;
S_322_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_325_0;
S_324_1: /* 3 */
S_323_0: /* 2 */
		/* else */;
		goto S_325_0;
S_324_2: /* 3 */
		Uerror("blocking sel in d_step (nr.20, near line 56)");
S_325_0: /* 2 */
		goto S_435_0;
S_434_1: /* 3 */
S_327_0: /* 2 */
		if (!((now.answer==5)))
			goto S_434_2;
S_328_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_336_0: /* 2 */
S_329_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_330_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_334_0: /* 2 */
S_331_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_334_1;
S_332_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_335_0;
S_334_1: /* 3 */
S_333_0: /* 2 */
		/* else */;
		goto S_335_0;
S_334_2: /* 3 */
		Uerror("blocking sel in d_step (nr.21, near line 56)");
S_335_0: /* 2 */
		goto S_435_0;
		goto S_435_0;
S_434_2: /* 3 */
S_337_0: /* 2 */
		if (!((now.answer==6)))
			goto S_434_3;
S_338_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_357_0: /* 2 */
S_339_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_357_1;
S_347_0: /* 2 */
S_340_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(2==24))||(((now.status==1)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==6))&&(2==19)))||(((now.status==7)&&(7==6))&&(2==12)))||(((now.status==6)&&(7==5))&&(2==7)))||(((now.status==6)&&(7==5))&&(2==16)))||(((now.status==6)&&(7==5))&&(2==15)))||(((now.status==6)&&(7==5))&&(2==4)))||(((now.status==6)&&(7==4))&&(2==10)))||(((now.status==5)&&(7==4))&&(2==10)))||(((now.status==6)&&(7==4))&&(2==23)))||(((now.status==5)&&(7==4))&&(2==23)))||(((now.status==6)&&(7==3))&&(2==9)))||(((now.status==5)&&(7==3))&&(2==9)))||(((now.status==6)&&(7==7))&&(2==2)))||(((now.status==5)&&(7==7))&&(2==2)))||(((now.status==6)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==17)))||(((now.status==5)&&(7==7))&&(2==11)))||(((now.status==7)&&(7==2))&&(2==1)))||(((now.status==7)&&(7==2))&&(2==20)))||(((now.status==5)&&(7==2))&&(2==18)))||(((now.status==5)&&(7==2))&&(2==13)))||(((now.status==7)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==3))&&(2==14)))||(((now.status==6)&&(7==3))&&(2==14)))||(((now.status==5)&&(7==3))&&(2==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(2==24))||(((status==1)&&(7==3))&&(2==3)))||(((status==7)&&(7==6))&&(2==19)))||(((status==7)&&(7==6))&&(2==12)))||(((status==6)&&(7==5))&&(2==7)))||(((status==6)&&(7==5))&&(2==16)))||(((status==6)&&(7==5))&&(2==15)))||(((status==6)&&(7==5))&&(2==4)))||(((status==6)&&(7==4))&&(2==10)))||(((status==5)&&(7==4))&&(2==10)))||(((status==6)&&(7==4))&&(2==23)))||(((status==5)&&(7==4))&&(2==23)))||(((status==6)&&(7==3))&&(2==9)))||(((status==5)&&(7==3))&&(2==9)))||(((status==6)&&(7==7))&&(2==2)))||(((status==5)&&(7==7))&&(2==2)))||(((status==6)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==17)))||(((status==5)&&(7==7))&&(2==11)))||(((status==7)&&(7==2))&&(2==1)))||(((status==7)&&(7==2))&&(2==20)))||(((status==5)&&(7==2))&&(2==18)))||(((status==5)&&(7==2))&&(2==13)))||(((status==7)&&(7==3))&&(2==3)))||(((status==7)&&(7==3))&&(2==14)))||(((status==6)&&(7==3))&&(2==14)))||(((status==5)&&(7==3))&&(2==14)))", II, tt, t);
S_341_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_345_0: /* 2 */
S_342_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_345_1;
S_343_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_346_0;
S_345_1: /* 3 */
S_344_0: /* 2 */
		/* else */;
		goto S_346_0;
S_345_2: /* 3 */
		Uerror("blocking sel in d_step (nr.22, near line 56)");
S_346_0: /* 2 */
		goto S_358_0;
S_357_1: /* 3 */
S_348_0: /* 2 */
		/* else */;
S_356_0: /* 2 */
S_349_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_350_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_354_0: /* 2 */
S_351_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_354_1;
S_352_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_355_0;
S_354_1: /* 3 */
S_353_0: /* 2 */
		/* else */;
		goto S_355_0;
S_354_2: /* 3 */
		Uerror("blocking sel in d_step (nr.23, near line 56)");
S_355_0: /* 2 */
		goto S_358_0;
		goto S_358_0;
S_357_2: /* 3 */
		Uerror("blocking sel in d_step (nr.24, near line 85)");
S_358_0: /* 2 */
		goto S_435_0;
S_434_3: /* 3 */
S_359_0: /* 2 */
		if (!((now.answer==4)))
			goto S_434_4;
S_360_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_379_0: /* 2 */
S_361_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_379_1;
S_369_0: /* 2 */
S_362_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(21==24))||(((now.status==1)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==6))&&(21==19)))||(((now.status==7)&&(7==6))&&(21==12)))||(((now.status==6)&&(7==5))&&(21==7)))||(((now.status==6)&&(7==5))&&(21==16)))||(((now.status==6)&&(7==5))&&(21==15)))||(((now.status==6)&&(7==5))&&(21==4)))||(((now.status==6)&&(7==4))&&(21==10)))||(((now.status==5)&&(7==4))&&(21==10)))||(((now.status==6)&&(7==4))&&(21==23)))||(((now.status==5)&&(7==4))&&(21==23)))||(((now.status==6)&&(7==3))&&(21==9)))||(((now.status==5)&&(7==3))&&(21==9)))||(((now.status==6)&&(7==7))&&(21==2)))||(((now.status==5)&&(7==7))&&(21==2)))||(((now.status==6)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==17)))||(((now.status==5)&&(7==7))&&(21==11)))||(((now.status==7)&&(7==2))&&(21==1)))||(((now.status==7)&&(7==2))&&(21==20)))||(((now.status==5)&&(7==2))&&(21==18)))||(((now.status==5)&&(7==2))&&(21==13)))||(((now.status==7)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==3))&&(21==14)))||(((now.status==6)&&(7==3))&&(21==14)))||(((now.status==5)&&(7==3))&&(21==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(21==24))||(((status==1)&&(7==3))&&(21==3)))||(((status==7)&&(7==6))&&(21==19)))||(((status==7)&&(7==6))&&(21==12)))||(((status==6)&&(7==5))&&(21==7)))||(((status==6)&&(7==5))&&(21==16)))||(((status==6)&&(7==5))&&(21==15)))||(((status==6)&&(7==5))&&(21==4)))||(((status==6)&&(7==4))&&(21==10)))||(((status==5)&&(7==4))&&(21==10)))||(((status==6)&&(7==4))&&(21==23)))||(((status==5)&&(7==4))&&(21==23)))||(((status==6)&&(7==3))&&(21==9)))||(((status==5)&&(7==3))&&(21==9)))||(((status==6)&&(7==7))&&(21==2)))||(((status==5)&&(7==7))&&(21==2)))||(((status==6)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==17)))||(((status==5)&&(7==7))&&(21==11)))||(((status==7)&&(7==2))&&(21==1)))||(((status==7)&&(7==2))&&(21==20)))||(((status==5)&&(7==2))&&(21==18)))||(((status==5)&&(7==2))&&(21==13)))||(((status==7)&&(7==3))&&(21==3)))||(((status==7)&&(7==3))&&(21==14)))||(((status==6)&&(7==3))&&(21==14)))||(((status==5)&&(7==3))&&(21==14)))", II, tt, t);
S_363_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_367_0: /* 2 */
S_364_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_367_1;
S_365_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_368_0;
S_367_1: /* 3 */
S_366_0: /* 2 */
		/* else */;
		goto S_368_0;
S_367_2: /* 3 */
		Uerror("blocking sel in d_step (nr.25, near line 56)");
S_368_0: /* 2 */
		goto S_380_0;
S_379_1: /* 3 */
S_370_0: /* 2 */
		/* else */;
S_378_0: /* 2 */
S_371_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_372_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_376_0: /* 2 */
S_373_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_376_1;
S_374_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_377_0;
S_376_1: /* 3 */
S_375_0: /* 2 */
		/* else */;
		goto S_377_0;
S_376_2: /* 3 */
		Uerror("blocking sel in d_step (nr.26, near line 56)");
S_377_0: /* 2 */
		goto S_380_0;
		goto S_380_0;
S_379_2: /* 3 */
		Uerror("blocking sel in d_step (nr.27, near line 91)");
S_380_0: /* 2 */
		goto S_435_0;
S_434_4: /* 3 */
S_381_0: /* 2 */
		if (!((now.answer==3)))
			goto S_434_5;
S_382_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_393_0: /* 2 */
S_383_0: /* 2 */
		if (!((now.status==6)))
			goto S_393_1;
S_391_0: /* 2 */
S_384_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(16==24))||(((now.status==1)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==6))&&(16==19)))||(((now.status==7)&&(5==6))&&(16==12)))||(((now.status==6)&&(5==5))&&(16==7)))||(((now.status==6)&&(5==5))&&(16==16)))||(((now.status==6)&&(5==5))&&(16==15)))||(((now.status==6)&&(5==5))&&(16==4)))||(((now.status==6)&&(5==4))&&(16==10)))||(((now.status==5)&&(5==4))&&(16==10)))||(((now.status==6)&&(5==4))&&(16==23)))||(((now.status==5)&&(5==4))&&(16==23)))||(((now.status==6)&&(5==3))&&(16==9)))||(((now.status==5)&&(5==3))&&(16==9)))||(((now.status==6)&&(5==7))&&(16==2)))||(((now.status==5)&&(5==7))&&(16==2)))||(((now.status==6)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==17)))||(((now.status==5)&&(5==7))&&(16==11)))||(((now.status==7)&&(5==2))&&(16==1)))||(((now.status==7)&&(5==2))&&(16==20)))||(((now.status==5)&&(5==2))&&(16==18)))||(((now.status==5)&&(5==2))&&(16==13)))||(((now.status==7)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==3))&&(16==14)))||(((now.status==6)&&(5==3))&&(16==14)))||(((now.status==5)&&(5==3))&&(16==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(16==24))||(((status==1)&&(5==3))&&(16==3)))||(((status==7)&&(5==6))&&(16==19)))||(((status==7)&&(5==6))&&(16==12)))||(((status==6)&&(5==5))&&(16==7)))||(((status==6)&&(5==5))&&(16==16)))||(((status==6)&&(5==5))&&(16==15)))||(((status==6)&&(5==5))&&(16==4)))||(((status==6)&&(5==4))&&(16==10)))||(((status==5)&&(5==4))&&(16==10)))||(((status==6)&&(5==4))&&(16==23)))||(((status==5)&&(5==4))&&(16==23)))||(((status==6)&&(5==3))&&(16==9)))||(((status==5)&&(5==3))&&(16==9)))||(((status==6)&&(5==7))&&(16==2)))||(((status==5)&&(5==7))&&(16==2)))||(((status==6)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==17)))||(((status==5)&&(5==7))&&(16==11)))||(((status==7)&&(5==2))&&(16==1)))||(((status==7)&&(5==2))&&(16==20)))||(((status==5)&&(5==2))&&(16==18)))||(((status==5)&&(5==2))&&(16==13)))||(((status==7)&&(5==3))&&(16==3)))||(((status==7)&&(5==3))&&(16==14)))||(((status==6)&&(5==3))&&(16==14)))||(((status==5)&&(5==3))&&(16==14)))", II, tt, t);
S_385_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_389_0: /* 2 */
S_386_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_389_1;
S_387_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_390_0;
S_389_1: /* 3 */
S_388_0: /* 2 */
		/* else */;
		goto S_390_0;
S_389_2: /* 3 */
		Uerror("blocking sel in d_step (nr.28, near line 56)");
S_390_0: /* 2 */
		goto S_394_0;
S_393_1: /* 3 */
S_392_0: /* 2 */
		/* else */;
		goto S_394_0;
S_393_2: /* 3 */
		Uerror("blocking sel in d_step (nr.29, near line 97)");
S_394_0: /* 2 */
S_413_0: /* 2 */
S_395_0: /* 2 */
		if (!(( !(((int)now.expired))&&(((int)now.made)<2))))
			goto S_413_1;
S_403_0: /* 2 */
S_396_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(17==24))||(((now.status==1)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==6))&&(17==19)))||(((now.status==7)&&(7==6))&&(17==12)))||(((now.status==6)&&(7==5))&&(17==7)))||(((now.status==6)&&(7==5))&&(17==16)))||(((now.status==6)&&(7==5))&&(17==15)))||(((now.status==6)&&(7==5))&&(17==4)))||(((now.status==6)&&(7==4))&&(17==10)))||(((now.status==5)&&(7==4))&&(17==10)))||(((now.status==6)&&(7==4))&&(17==23)))||(((now.status==5)&&(7==4))&&(17==23)))||(((now.status==6)&&(7==3))&&(17==9)))||(((now.status==5)&&(7==3))&&(17==9)))||(((now.status==6)&&(7==7))&&(17==2)))||(((now.status==5)&&(7==7))&&(17==2)))||(((now.status==6)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==17)))||(((now.status==5)&&(7==7))&&(17==11)))||(((now.status==7)&&(7==2))&&(17==1)))||(((now.status==7)&&(7==2))&&(17==20)))||(((now.status==5)&&(7==2))&&(17==18)))||(((now.status==5)&&(7==2))&&(17==13)))||(((now.status==7)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==3))&&(17==14)))||(((now.status==6)&&(7==3))&&(17==14)))||(((now.status==5)&&(7==3))&&(17==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(17==24))||(((status==1)&&(7==3))&&(17==3)))||(((status==7)&&(7==6))&&(17==19)))||(((status==7)&&(7==6))&&(17==12)))||(((status==6)&&(7==5))&&(17==7)))||(((status==6)&&(7==5))&&(17==16)))||(((status==6)&&(7==5))&&(17==15)))||(((status==6)&&(7==5))&&(17==4)))||(((status==6)&&(7==4))&&(17==10)))||(((status==5)&&(7==4))&&(17==10)))||(((status==6)&&(7==4))&&(17==23)))||(((status==5)&&(7==4))&&(17==23)))||(((status==6)&&(7==3))&&(17==9)))||(((status==5)&&(7==3))&&(17==9)))||(((status==6)&&(7==7))&&(17==2)))||(((status==5)&&(7==7))&&(17==2)))||(((status==6)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==17)))||(((status==5)&&(7==7))&&(17==11)))||(((status==7)&&(7==2))&&(17==1)))||(((status==7)&&(7==2))&&(17==20)))||(((status==5)&&(7==2))&&(17==18)))||(((status==5)&&(7==2))&&(17==13)))||(((status==7)&&(7==3))&&(17==3)))||(((status==7)&&(7==3))&&(17==14)))||(((status==6)&&(7==3))&&(17==14)))||(((status==5)&&(7==3))&&(17==14)))", II, tt, t);
S_397_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_401_0: /* 2 */
S_398_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_401_1;
S_399_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_402_0;
S_401_1: /* 3 */
S_400_0: /* 2 */
		/* else */;
		goto S_402_0;
S_401_2: /* 3 */
		Uerror("blocking sel in d_step (nr.30, near line 56)");
S_402_0: /* 2 */
		goto S_414_0;
S_413_1: /* 3 */
S_404_0: /* 2 */
		/* else */;
S_412_0: /* 2 */
S_405_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(2==7))&&(18==24))||(((now.status==1)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==6))&&(18==19)))||(((now.status==7)&&(2==6))&&(18==12)))||(((now.status==6)&&(2==5))&&(18==7)))||(((now.status==6)&&(2==5))&&(18==16)))||(((now.status==6)&&(2==5))&&(18==15)))||(((now.status==6)&&(2==5))&&(18==4)))||(((now.status==6)&&(2==4))&&(18==10)))||(((now.status==5)&&(2==4))&&(18==10)))||(((now.status==6)&&(2==4))&&(18==23)))||(((now.status==5)&&(2==4))&&(18==23)))||(((now.status==6)&&(2==3))&&(18==9)))||(((now.status==5)&&(2==3))&&(18==9)))||(((now.status==6)&&(2==7))&&(18==2)))||(((now.status==5)&&(2==7))&&(18==2)))||(((now.status==6)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==17)))||(((now.status==5)&&(2==7))&&(18==11)))||(((now.status==7)&&(2==2))&&(18==1)))||(((now.status==7)&&(2==2))&&(18==20)))||(((now.status==5)&&(2==2))&&(18==18)))||(((now.status==5)&&(2==2))&&(18==13)))||(((now.status==7)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==3))&&(18==14)))||(((now.status==6)&&(2==3))&&(18==14)))||(((now.status==5)&&(2==3))&&(18==14))), "((((((((((((((((((((((((((((((status==1)&&(2==7))&&(18==24))||(((status==1)&&(2==3))&&(18==3)))||(((status==7)&&(2==6))&&(18==19)))||(((status==7)&&(2==6))&&(18==12)))||(((status==6)&&(2==5))&&(18==7)))||(((status==6)&&(2==5))&&(18==16)))||(((status==6)&&(2==5))&&(18==15)))||(((status==6)&&(2==5))&&(18==4)))||(((status==6)&&(2==4))&&(18==10)))||(((status==5)&&(2==4))&&(18==10)))||(((status==6)&&(2==4))&&(18==23)))||(((status==5)&&(2==4))&&(18==23)))||(((status==6)&&(2==3))&&(18==9)))||(((status==5)&&(2==3))&&(18==9)))||(((status==6)&&(2==7))&&(18==2)))||(((status==5)&&(2==7))&&(18==2)))||(((status==6)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==17)))||(((status==5)&&(2==7))&&(18==11)))||(((status==7)&&(2==2))&&(18==1)))||(((status==7)&&(2==2))&&(18==20)))||(((status==5)&&(2==2))&&(18==18)))||(((status==5)&&(2==2))&&(18==13)))||(((status==7)&&(2==3))&&(18==3)))||(((status==7)&&(2==3))&&(18==14)))||(((status==6)&&(2==3))&&(18==14)))||(((status==5)&&(2==3))&&(18==14)))", II, tt, t);
S_406_0: /* 2 */
		now.status = 2;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_410_0: /* 2 */
S_407_0: /* 2 */
		if (!((((2==4)||(2==3))||(2==2))))
			goto S_410_1;
S_408_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_411_0;
S_410_1: /* 3 */
S_409_0: /* 2 */
		/* else */;
		goto S_411_0;
S_410_2: /* 3 */
		Uerror("blocking sel in d_step (nr.31, near line 56)");
S_411_0: /* 2 */
		goto S_414_0;
		goto S_414_0;
S_413_2: /* 3 */
		Uerror("blocking sel in d_step (nr.32, near line 101)");
S_414_0: /* 2 */
		goto S_435_0;
S_434_5: /* 3 */
S_415_0: /* 2 */
		if (!(((now.answer==2)&&(now.status==6))))
			goto S_434_6;
S_423_0: /* 2 */
S_416_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(7==24))||(((now.status==1)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==6))&&(7==19)))||(((now.status==7)&&(5==6))&&(7==12)))||(((now.status==6)&&(5==5))&&(7==7)))||(((now.status==6)&&(5==5))&&(7==16)))||(((now.status==6)&&(5==5))&&(7==15)))||(((now.status==6)&&(5==5))&&(7==4)))||(((now.status==6)&&(5==4))&&(7==10)))||(((now.status==5)&&(5==4))&&(7==10)))||(((now.status==6)&&(5==4))&&(7==23)))||(((now.status==5)&&(5==4))&&(7==23)))||(((now.status==6)&&(5==3))&&(7==9)))||(((now.status==5)&&(5==3))&&(7==9)))||(((now.status==6)&&(5==7))&&(7==2)))||(((now.status==5)&&(5==7))&&(7==2)))||(((now.status==6)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==17)))||(((now.status==5)&&(5==7))&&(7==11)))||(((now.status==7)&&(5==2))&&(7==1)))||(((now.status==7)&&(5==2))&&(7==20)))||(((now.status==5)&&(5==2))&&(7==18)))||(((now.status==5)&&(5==2))&&(7==13)))||(((now.status==7)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==3))&&(7==14)))||(((now.status==6)&&(5==3))&&(7==14)))||(((now.status==5)&&(5==3))&&(7==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(7==24))||(((status==1)&&(5==3))&&(7==3)))||(((status==7)&&(5==6))&&(7==19)))||(((status==7)&&(5==6))&&(7==12)))||(((status==6)&&(5==5))&&(7==7)))||(((status==6)&&(5==5))&&(7==16)))||(((status==6)&&(5==5))&&(7==15)))||(((status==6)&&(5==5))&&(7==4)))||(((status==6)&&(5==4))&&(7==10)))||(((status==5)&&(5==4))&&(7==10)))||(((status==6)&&(5==4))&&(7==23)))||(((status==5)&&(5==4))&&(7==23)))||(((status==6)&&(5==3))&&(7==9)))||(((status==5)&&(5==3))&&(7==9)))||(((status==6)&&(5==7))&&(7==2)))||(((status==5)&&(5==7))&&(7==2)))||(((status==6)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==17)))||(((status==5)&&(5==7))&&(7==11)))||(((status==7)&&(5==2))&&(7==1)))||(((status==7)&&(5==2))&&(7==20)))||(((status==5)&&(5==2))&&(7==18)))||(((status==5)&&(5==2))&&(7==13)))||(((status==7)&&(5==3))&&(7==3)))||(((status==7)&&(5==3))&&(7==14)))||(((status==6)&&(5==3))&&(7==14)))||(((status==5)&&(5==3))&&(7==14)))", II, tt, t);
S_417_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_421_0: /* 2 */
S_418_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_421_1;
S_419_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_422_0;
S_421_1: /* 3 */
S_420_0: /* 2 */
		/* else */;
		goto S_422_0;
S_421_2: /* 3 */
		Uerror("blocking sel in d_step (nr.33, near line 56)");
S_422_0: /* 2 */
		goto S_435_0;
		goto S_435_0;
S_434_6: /* 3 */
S_424_0: /* 2 */
		if (!(((now.answer==1)&&(now.status==6))))
			goto S_434_7;
S_432_0: /* 2 */
S_425_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(4==24))||(((now.status==1)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==6))&&(4==19)))||(((now.status==7)&&(5==6))&&(4==12)))||(((now.status==6)&&(5==5))&&(4==7)))||(((now.status==6)&&(5==5))&&(4==16)))||(((now.status==6)&&(5==5))&&(4==15)))||(((now.status==6)&&(5==5))&&(4==4)))||(((now.status==6)&&(5==4))&&(4==10)))||(((now.status==5)&&(5==4))&&(4==10)))||(((now.status==6)&&(5==4))&&(4==23)))||(((now.status==5)&&(5==4))&&(4==23)))||(((now.status==6)&&(5==3))&&(4==9)))||(((now.status==5)&&(5==3))&&(4==9)))||(((now.status==6)&&(5==7))&&(4==2)))||(((now.status==5)&&(5==7))&&(4==2)))||(((now.status==6)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==17)))||(((now.status==5)&&(5==7))&&(4==11)))||(((now.status==7)&&(5==2))&&(4==1)))||(((now.status==7)&&(5==2))&&(4==20)))||(((now.status==5)&&(5==2))&&(4==18)))||(((now.status==5)&&(5==2))&&(4==13)))||(((now.status==7)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==3))&&(4==14)))||(((now.status==6)&&(5==3))&&(4==14)))||(((now.status==5)&&(5==3))&&(4==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(4==24))||(((status==1)&&(5==3))&&(4==3)))||(((status==7)&&(5==6))&&(4==19)))||(((status==7)&&(5==6))&&(4==12)))||(((status==6)&&(5==5))&&(4==7)))||(((status==6)&&(5==5))&&(4==16)))||(((status==6)&&(5==5))&&(4==15)))||(((status==6)&&(5==5))&&(4==4)))||(((status==6)&&(5==4))&&(4==10)))||(((status==5)&&(5==4))&&(4==10)))||(((status==6)&&(5==4))&&(4==23)))||(((status==5)&&(5==4))&&(4==23)))||(((status==6)&&(5==3))&&(4==9)))||(((status==5)&&(5==3))&&(4==9)))||(((status==6)&&(5==7))&&(4==2)))||(((status==5)&&(5==7))&&(4==2)))||(((status==6)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==17)))||(((status==5)&&(5==7))&&(4==11)))||(((status==7)&&(5==2))&&(4==1)))||(((status==7)&&(5==2))&&(4==20)))||(((status==5)&&(5==2))&&(4==18)))||(((status==5)&&(5==2))&&(4==13)))||(((status==7)&&(5==3))&&(4==3)))||(((status==7)&&(5==3))&&(4==14)))||(((status==6)&&(5==3))&&(4==14)))||(((status==5)&&(5==3))&&(4==14)))", II, tt, t);
S_426_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_430_0: /* 2 */
S_427_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_430_1;
S_428_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_431_0;
S_430_1: /* 3 */
S_429_0: /* 2 */
		/* else */;
		goto S_431_0;
S_430_2: /* 3 */
		Uerror("blocking sel in d_step (nr.34, near line 56)");
S_431_0: /* 2 */
		goto S_435_0;
		goto S_435_0;
S_434_7: /* 3 */
S_433_0: /* 2 */
		/* else */;
		goto S_435_0;
S_434_8: /* 3 */
		Uerror("blocking sel in d_step (nr.35, near line 75)");
S_435_0: /* 2 */
		goto S_461_0;
S_460_1: /* 3 */
S_437_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]==6)&& !(((now.status==6)||(now.status==5))))))
			goto S_460_2;
S_452_0: /* 2 */
S_450_0: /* 2 */
S_438_0: /* 2 */
		if (!((now.answer==7)))
			goto S_450_1;
S_439_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_440_0: /* 2 */
		now.queued[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Inquiries:a]", ((int)now.queued[ Index(((int)((P2 *)_this)->a), 2) ]));
#endif
		;
		goto S_451_0;
S_450_1: /* 3 */
S_441_0: /* 2 */
		if (!((now.answer==5)))
			goto S_450_2;
S_442_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_451_0;
S_450_2: /* 3 */
S_443_0: /* 2 */
		if (!((now.answer==6)))
			goto S_450_3;
S_444_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_451_0;
S_450_3: /* 3 */
S_445_0: /* 2 */
		if (!((now.answer==4)))
			goto S_450_4;
S_446_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_451_0;
S_450_4: /* 3 */
S_447_0: /* 2 */
		if (!((now.answer==3)))
			goto S_450_5;
S_448_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_451_0;
S_450_5: /* 3 */
S_449_0: /* 2 */
		/* else */;
		goto S_451_0;
S_450_6: /* 3 */
		Uerror("blocking sel in d_step (nr.36, near line 113)");
S_451_0: /* 2 */
		goto S_461_0;
		goto S_461_0;
S_460_2: /* 3 */
S_453_0: /* 2 */
		/* else */;
S_459_0: /* 2 */
S_457_0: /* 2 */
S_454_0: /* 2 */
		if (!(((now.answer==7)&&(now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]!=5))))
			goto S_457_1;
S_455_0: /* 2 */
		now.queued[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Inquiries:a]", ((int)now.queued[ Index(((int)((P2 *)_this)->a), 2) ]));
#endif
		;
		goto S_458_0;
S_457_1: /* 3 */
S_456_0: /* 2 */
		/* else */;
		goto S_458_0;
S_457_2: /* 3 */
		Uerror("blocking sel in d_step (nr.37, near line 125)");
S_458_0: /* 2 */
		goto S_461_0;
		goto S_461_0;
S_460_3: /* 3 */
		Uerror("blocking sel in d_step (nr.38, near line 142)");
S_461_0: /* 2 */
S_462_0: /* 2 */
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
S_463_0: /* 2 */
		((P2 *)_this)->hasWritten = 1;
#ifdef VAR_RANGES
		logval("Inquiries:hasWritten", ((int)((P2 *)_this)->hasWritten));
#endif
		;
		goto S_466_0;
S_465_1: /* 3 */
S_464_0: /* 2 */
		/* else */;
		goto S_466_0;
S_465_2: /* 3 */
		Uerror("blocking sel in d_step (nr.39, near line 140)");
S_466_0: /* 2 */
		goto S_472_0;
S_472_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 69: // STATE 183 - payin.pml:153 - [(hasWritten)] (375:0:2 - 1)
		IfNotBlocked
		reached[2][183] = 1;
		if (!(((int)((P2 *)_this)->hasWritten)))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: hasWritten */  (trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((P2 *)_this)->hasWritten;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P2 *)_this)->hasWritten = 0;
		/* merge: hasWritten = 0(0, 184, 375) */
		reached[2][184] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P2 *)_this)->hasWritten);
		((P2 *)_this)->hasWritten = 0;
#ifdef VAR_RANGES
		logval("Inquiries:hasWritten", ((int)((P2 *)_this)->hasWritten));
#endif
		;
		/* merge: goto :b4(0, 185, 375) */
		reached[2][185] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 70: // STATE 193 - payin.pml:251 - [(((attempt[a]==6)&&(silences<1)))] (198:0:1 - 1)
		IfNotBlocked
		reached[2][193] = 1;
		if (!(((now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]==6)&&(((int)now.silences)<1))))
			continue;
		/* merge: silences = (silences+1)(0, 194, 198) */
		reached[2][194] = 1;
		(trpt+1)->bup.oval = ((int)now.silences);
		now.silences = (((int)now.silences)+1);
#ifdef VAR_RANGES
		logval("silences", ((int)now.silences));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 71: // STATE 195 - payin.pml:253 - [((acquirer[a]==6))] (374:0:1 - 1)
		IfNotBlocked
		reached[2][195] = 1;
		if (!((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==6)))
			continue;
		/* merge: answer = 2(374, 196, 374) */
		reached[2][196] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 2;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(374, 199, 374) */
		reached[2][199] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 72: // STATE 199 - payin.pml:256 - [.(goto)] (0:374:0 - 2)
		IfNotBlocked
		reached[2][199] = 1;
		;
		_m = 3; goto P999; /* 0 */
	case 73: // STATE 197 - payin.pml:254 - [answer = 1] (0:374:1 - 1)
		IfNotBlocked
		reached[2][197] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 1;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(374, 199, 374) */
		reached[2][199] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 74: // STATE 202 - payin.pml:134 - [D_STEP134]
		IfNotBlocked

		reached[2][202] = 1;
		reached[2][t->st] = 1;
		reached[2][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_486_0: /* 2 */
		((P2 *)_this)->readVersion = ((int)now.version);
#ifdef VAR_RANGES
		logval("Inquiries:readVersion", ((int)((P2 *)_this)->readVersion));
#endif
		;
		goto S_492_0;
S_492_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 75: // STATE 203 - payin.pml:136 - [((crashes<1))] (0:0:0 - 1)
		IfNotBlocked
		reached[2][203] = 1;
		if (!((((int)now.crashes)<1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 76: // STATE 204 - payin.pml:136 - [crashes = (crashes+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[2][204] = 1;
		(trpt+1)->bup.oval = ((int)now.crashes);
		now.crashes = (((int)now.crashes)+1);
#ifdef VAR_RANGES
		logval("crashes", ((int)now.crashes));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 77: // STATE 364 - payin.pml:139 - [D_STEP139]
		if (!(((boq == -1 && (((int)now.version)==((int)((P2 *)_this)->readVersion)))) || (boq == -1 /* else */)))
			continue;

		reached[2][364] = 1;
		reached[2][t->st] = 1;
		reached[2][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_647_0: /* 2 */
S_494_0: /* 2 */
		if (!((((int)now.version)==((int)((P2 *)_this)->readVersion))))
			goto S_647_1;
S_642_0: /* 2 */
S_495_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]==6)&&((now.status==6)||(now.status==5)))))
			goto S_642_1;
S_618_0: /* 2 */
S_616_0: /* 2 */
S_496_0: /* 2 */
		if (!((now.answer==7)))
			goto S_616_1;
S_497_0: /* 2 */
		spin_assert(((now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==5)||(now.acquirer[ Index(((int)((P2 *)_this)->a), 2) ]==1)), "((acquirer[a]==5)||(acquirer[a]==1))", II, tt, t);
S_498_0: /* 2 */
		spin_assert((((int)now.creditedTo)==255), "(creditedTo==255)", II, tt, t);
S_499_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_500_0: /* 2 */
		now.creditedTo = ((int)((P2 *)_this)->a);
#ifdef VAR_RANGES
		logval("creditedTo", ((int)now.creditedTo));
#endif
		;
S_508_0: /* 2 */
S_501_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(4==7))&&(10==24))||(((now.status==1)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==6))&&(10==19)))||(((now.status==7)&&(4==6))&&(10==12)))||(((now.status==6)&&(4==5))&&(10==7)))||(((now.status==6)&&(4==5))&&(10==16)))||(((now.status==6)&&(4==5))&&(10==15)))||(((now.status==6)&&(4==5))&&(10==4)))||(((now.status==6)&&(4==4))&&(10==10)))||(((now.status==5)&&(4==4))&&(10==10)))||(((now.status==6)&&(4==4))&&(10==23)))||(((now.status==5)&&(4==4))&&(10==23)))||(((now.status==6)&&(4==3))&&(10==9)))||(((now.status==5)&&(4==3))&&(10==9)))||(((now.status==6)&&(4==7))&&(10==2)))||(((now.status==5)&&(4==7))&&(10==2)))||(((now.status==6)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==17)))||(((now.status==5)&&(4==7))&&(10==11)))||(((now.status==7)&&(4==2))&&(10==1)))||(((now.status==7)&&(4==2))&&(10==20)))||(((now.status==5)&&(4==2))&&(10==18)))||(((now.status==5)&&(4==2))&&(10==13)))||(((now.status==7)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==3))&&(10==14)))||(((now.status==6)&&(4==3))&&(10==14)))||(((now.status==5)&&(4==3))&&(10==14))), "((((((((((((((((((((((((((((((status==1)&&(4==7))&&(10==24))||(((status==1)&&(4==3))&&(10==3)))||(((status==7)&&(4==6))&&(10==19)))||(((status==7)&&(4==6))&&(10==12)))||(((status==6)&&(4==5))&&(10==7)))||(((status==6)&&(4==5))&&(10==16)))||(((status==6)&&(4==5))&&(10==15)))||(((status==6)&&(4==5))&&(10==4)))||(((status==6)&&(4==4))&&(10==10)))||(((status==5)&&(4==4))&&(10==10)))||(((status==6)&&(4==4))&&(10==23)))||(((status==5)&&(4==4))&&(10==23)))||(((status==6)&&(4==3))&&(10==9)))||(((status==5)&&(4==3))&&(10==9)))||(((status==6)&&(4==7))&&(10==2)))||(((status==5)&&(4==7))&&(10==2)))||(((status==6)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==17)))||(((status==5)&&(4==7))&&(10==11)))||(((status==7)&&(4==2))&&(10==1)))||(((status==7)&&(4==2))&&(10==20)))||(((status==5)&&(4==2))&&(10==18)))||(((status==5)&&(4==2))&&(10==13)))||(((status==7)&&(4==3))&&(10==3)))||(((status==7)&&(4==3))&&(10==14)))||(((status==6)&&(4==3))&&(10==14)))||(((status==5)&&(4==3))&&(10==14)))", II, tt, t);
S_502_0: /* 2 */
		now.status = 4;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_506_0: /* 2 */
S_503_0: /* 2 */
		if (!((((4==4)||(4==3))||(4==2))))
			goto S_506_1;
S_504_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_507_0;
S_506_1: /* 3 */
S_505_0: /* 2 */
		/* else */;
		goto S_507_0;
S_506_2: /* 3 */
		Uerror("blocking sel in d_step (nr.40, near line 56)");
S_507_0: /* 2 */
		goto S_617_0;
S_616_1: /* 3 */
S_509_0: /* 2 */
		if (!((now.answer==5)))
			goto S_616_2;
S_510_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_518_0: /* 2 */
S_511_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_512_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_516_0: /* 2 */
S_513_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_516_1;
S_514_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_517_0;
S_516_1: /* 3 */
S_515_0: /* 2 */
		/* else */;
		goto S_517_0;
S_516_2: /* 3 */
		Uerror("blocking sel in d_step (nr.41, near line 56)");
S_517_0: /* 2 */
		goto S_617_0;
		goto S_617_0;
S_616_2: /* 3 */
S_519_0: /* 2 */
		if (!((now.answer==6)))
			goto S_616_3;
S_520_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_539_0: /* 2 */
S_521_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_539_1;
S_529_0: /* 2 */
S_522_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(2==24))||(((now.status==1)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==6))&&(2==19)))||(((now.status==7)&&(7==6))&&(2==12)))||(((now.status==6)&&(7==5))&&(2==7)))||(((now.status==6)&&(7==5))&&(2==16)))||(((now.status==6)&&(7==5))&&(2==15)))||(((now.status==6)&&(7==5))&&(2==4)))||(((now.status==6)&&(7==4))&&(2==10)))||(((now.status==5)&&(7==4))&&(2==10)))||(((now.status==6)&&(7==4))&&(2==23)))||(((now.status==5)&&(7==4))&&(2==23)))||(((now.status==6)&&(7==3))&&(2==9)))||(((now.status==5)&&(7==3))&&(2==9)))||(((now.status==6)&&(7==7))&&(2==2)))||(((now.status==5)&&(7==7))&&(2==2)))||(((now.status==6)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==17)))||(((now.status==5)&&(7==7))&&(2==11)))||(((now.status==7)&&(7==2))&&(2==1)))||(((now.status==7)&&(7==2))&&(2==20)))||(((now.status==5)&&(7==2))&&(2==18)))||(((now.status==5)&&(7==2))&&(2==13)))||(((now.status==7)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==3))&&(2==14)))||(((now.status==6)&&(7==3))&&(2==14)))||(((now.status==5)&&(7==3))&&(2==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(2==24))||(((status==1)&&(7==3))&&(2==3)))||(((status==7)&&(7==6))&&(2==19)))||(((status==7)&&(7==6))&&(2==12)))||(((status==6)&&(7==5))&&(2==7)))||(((status==6)&&(7==5))&&(2==16)))||(((status==6)&&(7==5))&&(2==15)))||(((status==6)&&(7==5))&&(2==4)))||(((status==6)&&(7==4))&&(2==10)))||(((status==5)&&(7==4))&&(2==10)))||(((status==6)&&(7==4))&&(2==23)))||(((status==5)&&(7==4))&&(2==23)))||(((status==6)&&(7==3))&&(2==9)))||(((status==5)&&(7==3))&&(2==9)))||(((status==6)&&(7==7))&&(2==2)))||(((status==5)&&(7==7))&&(2==2)))||(((status==6)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==17)))||(((status==5)&&(7==7))&&(2==11)))||(((status==7)&&(7==2))&&(2==1)))||(((status==7)&&(7==2))&&(2==20)))||(((status==5)&&(7==2))&&(2==18)))||(((status==5)&&(7==2))&&(2==13)))||(((status==7)&&(7==3))&&(2==3)))||(((status==7)&&(7==3))&&(2==14)))||(((status==6)&&(7==3))&&(2==14)))||(((status==5)&&(7==3))&&(2==14)))", II, tt, t);
S_523_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_527_0: /* 2 */
S_524_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_527_1;
S_525_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_528_0;
S_527_1: /* 3 */
S_526_0: /* 2 */
		/* else */;
		goto S_528_0;
S_527_2: /* 3 */
		Uerror("blocking sel in d_step (nr.42, near line 56)");
S_528_0: /* 2 */
		goto S_540_0;
S_539_1: /* 3 */
S_530_0: /* 2 */
		/* else */;
S_538_0: /* 2 */
S_531_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_532_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_536_0: /* 2 */
S_533_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_536_1;
S_534_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_537_0;
S_536_1: /* 3 */
S_535_0: /* 2 */
		/* else */;
		goto S_537_0;
S_536_2: /* 3 */
		Uerror("blocking sel in d_step (nr.43, near line 56)");
S_537_0: /* 2 */
		goto S_540_0;
		goto S_540_0;
S_539_2: /* 3 */
		Uerror("blocking sel in d_step (nr.44, near line 85)");
S_540_0: /* 2 */
		goto S_617_0;
S_616_3: /* 3 */
S_541_0: /* 2 */
		if (!((now.answer==4)))
			goto S_616_4;
S_542_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_561_0: /* 2 */
S_543_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_561_1;
S_551_0: /* 2 */
S_544_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(21==24))||(((now.status==1)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==6))&&(21==19)))||(((now.status==7)&&(7==6))&&(21==12)))||(((now.status==6)&&(7==5))&&(21==7)))||(((now.status==6)&&(7==5))&&(21==16)))||(((now.status==6)&&(7==5))&&(21==15)))||(((now.status==6)&&(7==5))&&(21==4)))||(((now.status==6)&&(7==4))&&(21==10)))||(((now.status==5)&&(7==4))&&(21==10)))||(((now.status==6)&&(7==4))&&(21==23)))||(((now.status==5)&&(7==4))&&(21==23)))||(((now.status==6)&&(7==3))&&(21==9)))||(((now.status==5)&&(7==3))&&(21==9)))||(((now.status==6)&&(7==7))&&(21==2)))||(((now.status==5)&&(7==7))&&(21==2)))||(((now.status==6)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==17)))||(((now.status==5)&&(7==7))&&(21==11)))||(((now.status==7)&&(7==2))&&(21==1)))||(((now.status==7)&&(7==2))&&(21==20)))||(((now.status==5)&&(7==2))&&(21==18)))||(((now.status==5)&&(7==2))&&(21==13)))||(((now.status==7)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==3))&&(21==14)))||(((now.status==6)&&(7==3))&&(21==14)))||(((now.status==5)&&(7==3))&&(21==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(21==24))||(((status==1)&&(7==3))&&(21==3)))||(((status==7)&&(7==6))&&(21==19)))||(((status==7)&&(7==6))&&(21==12)))||(((status==6)&&(7==5))&&(21==7)))||(((status==6)&&(7==5))&&(21==16)))||(((status==6)&&(7==5))&&(21==15)))||(((status==6)&&(7==5))&&(21==4)))||(((status==6)&&(7==4))&&(21==10)))||(((status==5)&&(7==4))&&(21==10)))||(((status==6)&&(7==4))&&(21==23)))||(((status==5)&&(7==4))&&(21==23)))||(((status==6)&&(7==3))&&(21==9)))||(((status==5)&&(7==3))&&(21==9)))||(((status==6)&&(7==7))&&(21==2)))||(((status==5)&&(7==7))&&(21==2)))||(((status==6)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==17)))||(((status==5)&&(7==7))&&(21==11)))||(((status==7)&&(7==2))&&(21==1)))||(((status==7)&&(7==2))&&(21==20)))||(((status==5)&&(7==2))&&(21==18)))||(((status==5)&&(7==2))&&(21==13)))||(((status==7)&&(7==3))&&(21==3)))||(((status==7)&&(7==3))&&(21==14)))||(((status==6)&&(7==3))&&(21==14)))||(((status==5)&&(7==3))&&(21==14)))", II, tt, t);
S_545_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_549_0: /* 2 */
S_546_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_549_1;
S_547_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_550_0;
S_549_1: /* 3 */
S_548_0: /* 2 */
		/* else */;
		goto S_550_0;
S_549_2: /* 3 */
		Uerror("blocking sel in d_step (nr.45, near line 56)");
S_550_0: /* 2 */
		goto S_562_0;
S_561_1: /* 3 */
S_552_0: /* 2 */
		/* else */;
S_560_0: /* 2 */
S_553_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_554_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_558_0: /* 2 */
S_555_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_558_1;
S_556_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_559_0;
S_558_1: /* 3 */
S_557_0: /* 2 */
		/* else */;
		goto S_559_0;
S_558_2: /* 3 */
		Uerror("blocking sel in d_step (nr.46, near line 56)");
S_559_0: /* 2 */
		goto S_562_0;
		goto S_562_0;
S_561_2: /* 3 */
		Uerror("blocking sel in d_step (nr.47, near line 91)");
S_562_0: /* 2 */
		goto S_617_0;
S_616_4: /* 3 */
S_563_0: /* 2 */
		if (!((now.answer==3)))
			goto S_616_5;
S_564_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_575_0: /* 2 */
S_565_0: /* 2 */
		if (!((now.status==6)))
			goto S_575_1;
S_573_0: /* 2 */
S_566_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(16==24))||(((now.status==1)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==6))&&(16==19)))||(((now.status==7)&&(5==6))&&(16==12)))||(((now.status==6)&&(5==5))&&(16==7)))||(((now.status==6)&&(5==5))&&(16==16)))||(((now.status==6)&&(5==5))&&(16==15)))||(((now.status==6)&&(5==5))&&(16==4)))||(((now.status==6)&&(5==4))&&(16==10)))||(((now.status==5)&&(5==4))&&(16==10)))||(((now.status==6)&&(5==4))&&(16==23)))||(((now.status==5)&&(5==4))&&(16==23)))||(((now.status==6)&&(5==3))&&(16==9)))||(((now.status==5)&&(5==3))&&(16==9)))||(((now.status==6)&&(5==7))&&(16==2)))||(((now.status==5)&&(5==7))&&(16==2)))||(((now.status==6)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==17)))||(((now.status==5)&&(5==7))&&(16==11)))||(((now.status==7)&&(5==2))&&(16==1)))||(((now.status==7)&&(5==2))&&(16==20)))||(((now.status==5)&&(5==2))&&(16==18)))||(((now.status==5)&&(5==2))&&(16==13)))||(((now.status==7)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==3))&&(16==14)))||(((now.status==6)&&(5==3))&&(16==14)))||(((now.status==5)&&(5==3))&&(16==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(16==24))||(((status==1)&&(5==3))&&(16==3)))||(((status==7)&&(5==6))&&(16==19)))||(((status==7)&&(5==6))&&(16==12)))||(((status==6)&&(5==5))&&(16==7)))||(((status==6)&&(5==5))&&(16==16)))||(((status==6)&&(5==5))&&(16==15)))||(((status==6)&&(5==5))&&(16==4)))||(((status==6)&&(5==4))&&(16==10)))||(((status==5)&&(5==4))&&(16==10)))||(((status==6)&&(5==4))&&(16==23)))||(((status==5)&&(5==4))&&(16==23)))||(((status==6)&&(5==3))&&(16==9)))||(((status==5)&&(5==3))&&(16==9)))||(((status==6)&&(5==7))&&(16==2)))||(((status==5)&&(5==7))&&(16==2)))||(((status==6)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==17)))||(((status==5)&&(5==7))&&(16==11)))||(((status==7)&&(5==2))&&(16==1)))||(((status==7)&&(5==2))&&(16==20)))||(((status==5)&&(5==2))&&(16==18)))||(((status==5)&&(5==2))&&(16==13)))||(((status==7)&&(5==3))&&(16==3)))||(((status==7)&&(5==3))&&(16==14)))||(((status==6)&&(5==3))&&(16==14)))||(((status==5)&&(5==3))&&(16==14)))", II, tt, t);
S_567_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_571_0: /* 2 */
S_568_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_571_1;
S_569_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_572_0;
S_571_1: /* 3 */
S_570_0: /* 2 */
		/* else */;
		goto S_572_0;
S_571_2: /* 3 */
		Uerror("blocking sel in d_step (nr.48, near line 56)");
S_572_0: /* 2 */
		goto S_576_0;
S_575_1: /* 3 */
S_574_0: /* 2 */
		/* else */;
		goto S_576_0;
S_575_2: /* 3 */
		Uerror("blocking sel in d_step (nr.49, near line 97)");
S_576_0: /* 2 */
S_595_0: /* 2 */
S_577_0: /* 2 */
		if (!(( !(((int)now.expired))&&(((int)now.made)<2))))
			goto S_595_1;
S_585_0: /* 2 */
S_578_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(17==24))||(((now.status==1)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==6))&&(17==19)))||(((now.status==7)&&(7==6))&&(17==12)))||(((now.status==6)&&(7==5))&&(17==7)))||(((now.status==6)&&(7==5))&&(17==16)))||(((now.status==6)&&(7==5))&&(17==15)))||(((now.status==6)&&(7==5))&&(17==4)))||(((now.status==6)&&(7==4))&&(17==10)))||(((now.status==5)&&(7==4))&&(17==10)))||(((now.status==6)&&(7==4))&&(17==23)))||(((now.status==5)&&(7==4))&&(17==23)))||(((now.status==6)&&(7==3))&&(17==9)))||(((now.status==5)&&(7==3))&&(17==9)))||(((now.status==6)&&(7==7))&&(17==2)))||(((now.status==5)&&(7==7))&&(17==2)))||(((now.status==6)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==17)))||(((now.status==5)&&(7==7))&&(17==11)))||(((now.status==7)&&(7==2))&&(17==1)))||(((now.status==7)&&(7==2))&&(17==20)))||(((now.status==5)&&(7==2))&&(17==18)))||(((now.status==5)&&(7==2))&&(17==13)))||(((now.status==7)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==3))&&(17==14)))||(((now.status==6)&&(7==3))&&(17==14)))||(((now.status==5)&&(7==3))&&(17==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(17==24))||(((status==1)&&(7==3))&&(17==3)))||(((status==7)&&(7==6))&&(17==19)))||(((status==7)&&(7==6))&&(17==12)))||(((status==6)&&(7==5))&&(17==7)))||(((status==6)&&(7==5))&&(17==16)))||(((status==6)&&(7==5))&&(17==15)))||(((status==6)&&(7==5))&&(17==4)))||(((status==6)&&(7==4))&&(17==10)))||(((status==5)&&(7==4))&&(17==10)))||(((status==6)&&(7==4))&&(17==23)))||(((status==5)&&(7==4))&&(17==23)))||(((status==6)&&(7==3))&&(17==9)))||(((status==5)&&(7==3))&&(17==9)))||(((status==6)&&(7==7))&&(17==2)))||(((status==5)&&(7==7))&&(17==2)))||(((status==6)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==17)))||(((status==5)&&(7==7))&&(17==11)))||(((status==7)&&(7==2))&&(17==1)))||(((status==7)&&(7==2))&&(17==20)))||(((status==5)&&(7==2))&&(17==18)))||(((status==5)&&(7==2))&&(17==13)))||(((status==7)&&(7==3))&&(17==3)))||(((status==7)&&(7==3))&&(17==14)))||(((status==6)&&(7==3))&&(17==14)))||(((status==5)&&(7==3))&&(17==14)))", II, tt, t);
S_579_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_583_0: /* 2 */
S_580_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_583_1;
S_581_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_584_0;
S_583_1: /* 3 */
S_582_0: /* 2 */
		/* else */;
		goto S_584_0;
S_583_2: /* 3 */
		Uerror("blocking sel in d_step (nr.50, near line 56)");
S_584_0: /* 2 */
		goto S_596_0;
S_595_1: /* 3 */
S_586_0: /* 2 */
		/* else */;
S_594_0: /* 2 */
S_587_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(2==7))&&(18==24))||(((now.status==1)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==6))&&(18==19)))||(((now.status==7)&&(2==6))&&(18==12)))||(((now.status==6)&&(2==5))&&(18==7)))||(((now.status==6)&&(2==5))&&(18==16)))||(((now.status==6)&&(2==5))&&(18==15)))||(((now.status==6)&&(2==5))&&(18==4)))||(((now.status==6)&&(2==4))&&(18==10)))||(((now.status==5)&&(2==4))&&(18==10)))||(((now.status==6)&&(2==4))&&(18==23)))||(((now.status==5)&&(2==4))&&(18==23)))||(((now.status==6)&&(2==3))&&(18==9)))||(((now.status==5)&&(2==3))&&(18==9)))||(((now.status==6)&&(2==7))&&(18==2)))||(((now.status==5)&&(2==7))&&(18==2)))||(((now.status==6)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==17)))||(((now.status==5)&&(2==7))&&(18==11)))||(((now.status==7)&&(2==2))&&(18==1)))||(((now.status==7)&&(2==2))&&(18==20)))||(((now.status==5)&&(2==2))&&(18==18)))||(((now.status==5)&&(2==2))&&(18==13)))||(((now.status==7)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==3))&&(18==14)))||(((now.status==6)&&(2==3))&&(18==14)))||(((now.status==5)&&(2==3))&&(18==14))), "((((((((((((((((((((((((((((((status==1)&&(2==7))&&(18==24))||(((status==1)&&(2==3))&&(18==3)))||(((status==7)&&(2==6))&&(18==19)))||(((status==7)&&(2==6))&&(18==12)))||(((status==6)&&(2==5))&&(18==7)))||(((status==6)&&(2==5))&&(18==16)))||(((status==6)&&(2==5))&&(18==15)))||(((status==6)&&(2==5))&&(18==4)))||(((status==6)&&(2==4))&&(18==10)))||(((status==5)&&(2==4))&&(18==10)))||(((status==6)&&(2==4))&&(18==23)))||(((status==5)&&(2==4))&&(18==23)))||(((status==6)&&(2==3))&&(18==9)))||(((status==5)&&(2==3))&&(18==9)))||(((status==6)&&(2==7))&&(18==2)))||(((status==5)&&(2==7))&&(18==2)))||(((status==6)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==17)))||(((status==5)&&(2==7))&&(18==11)))||(((status==7)&&(2==2))&&(18==1)))||(((status==7)&&(2==2))&&(18==20)))||(((status==5)&&(2==2))&&(18==18)))||(((status==5)&&(2==2))&&(18==13)))||(((status==7)&&(2==3))&&(18==3)))||(((status==7)&&(2==3))&&(18==14)))||(((status==6)&&(2==3))&&(18==14)))||(((status==5)&&(2==3))&&(18==14)))", II, tt, t);
S_588_0: /* 2 */
		now.status = 2;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_592_0: /* 2 */
S_589_0: /* 2 */
		if (!((((2==4)||(2==3))||(2==2))))
			goto S_592_1;
S_590_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_593_0;
S_592_1: /* 3 */
S_591_0: /* 2 */
		/* else */;
		goto S_593_0;
S_592_2: /* 3 */
		Uerror("blocking sel in d_step (nr.51, near line 56)");
S_593_0: /* 2 */
		goto S_596_0;
		goto S_596_0;
S_595_2: /* 3 */
		Uerror("blocking sel in d_step (nr.52, near line 101)");
S_596_0: /* 2 */
		goto S_617_0;
S_616_5: /* 3 */
S_597_0: /* 2 */
		if (!(((now.answer==2)&&(now.status==6))))
			goto S_616_6;
S_605_0: /* 2 */
S_598_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(7==24))||(((now.status==1)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==6))&&(7==19)))||(((now.status==7)&&(5==6))&&(7==12)))||(((now.status==6)&&(5==5))&&(7==7)))||(((now.status==6)&&(5==5))&&(7==16)))||(((now.status==6)&&(5==5))&&(7==15)))||(((now.status==6)&&(5==5))&&(7==4)))||(((now.status==6)&&(5==4))&&(7==10)))||(((now.status==5)&&(5==4))&&(7==10)))||(((now.status==6)&&(5==4))&&(7==23)))||(((now.status==5)&&(5==4))&&(7==23)))||(((now.status==6)&&(5==3))&&(7==9)))||(((now.status==5)&&(5==3))&&(7==9)))||(((now.status==6)&&(5==7))&&(7==2)))||(((now.status==5)&&(5==7))&&(7==2)))||(((now.status==6)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==17)))||(((now.status==5)&&(5==7))&&(7==11)))||(((now.status==7)&&(5==2))&&(7==1)))||(((now.status==7)&&(5==2))&&(7==20)))||(((now.status==5)&&(5==2))&&(7==18)))||(((now.status==5)&&(5==2))&&(7==13)))||(((now.status==7)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==3))&&(7==14)))||(((now.status==6)&&(5==3))&&(7==14)))||(((now.status==5)&&(5==3))&&(7==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(7==24))||(((status==1)&&(5==3))&&(7==3)))||(((status==7)&&(5==6))&&(7==19)))||(((status==7)&&(5==6))&&(7==12)))||(((status==6)&&(5==5))&&(7==7)))||(((status==6)&&(5==5))&&(7==16)))||(((status==6)&&(5==5))&&(7==15)))||(((status==6)&&(5==5))&&(7==4)))||(((status==6)&&(5==4))&&(7==10)))||(((status==5)&&(5==4))&&(7==10)))||(((status==6)&&(5==4))&&(7==23)))||(((status==5)&&(5==4))&&(7==23)))||(((status==6)&&(5==3))&&(7==9)))||(((status==5)&&(5==3))&&(7==9)))||(((status==6)&&(5==7))&&(7==2)))||(((status==5)&&(5==7))&&(7==2)))||(((status==6)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==17)))||(((status==5)&&(5==7))&&(7==11)))||(((status==7)&&(5==2))&&(7==1)))||(((status==7)&&(5==2))&&(7==20)))||(((status==5)&&(5==2))&&(7==18)))||(((status==5)&&(5==2))&&(7==13)))||(((status==7)&&(5==3))&&(7==3)))||(((status==7)&&(5==3))&&(7==14)))||(((status==6)&&(5==3))&&(7==14)))||(((status==5)&&(5==3))&&(7==14)))", II, tt, t);
S_599_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_603_0: /* 2 */
S_600_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_603_1;
S_601_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_604_0;
S_603_1: /* 3 */
S_602_0: /* 2 */
		/* else */;
		goto S_604_0;
S_603_2: /* 3 */
		Uerror("blocking sel in d_step (nr.53, near line 56)");
S_604_0: /* 2 */
		goto S_617_0;
		goto S_617_0;
S_616_6: /* 3 */
S_606_0: /* 2 */
		if (!(((now.answer==1)&&(now.status==6))))
			goto S_616_7;
S_614_0: /* 2 */
S_607_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(4==24))||(((now.status==1)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==6))&&(4==19)))||(((now.status==7)&&(5==6))&&(4==12)))||(((now.status==6)&&(5==5))&&(4==7)))||(((now.status==6)&&(5==5))&&(4==16)))||(((now.status==6)&&(5==5))&&(4==15)))||(((now.status==6)&&(5==5))&&(4==4)))||(((now.status==6)&&(5==4))&&(4==10)))||(((now.status==5)&&(5==4))&&(4==10)))||(((now.status==6)&&(5==4))&&(4==23)))||(((now.status==5)&&(5==4))&&(4==23)))||(((now.status==6)&&(5==3))&&(4==9)))||(((now.status==5)&&(5==3))&&(4==9)))||(((now.status==6)&&(5==7))&&(4==2)))||(((now.status==5)&&(5==7))&&(4==2)))||(((now.status==6)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==17)))||(((now.status==5)&&(5==7))&&(4==11)))||(((now.status==7)&&(5==2))&&(4==1)))||(((now.status==7)&&(5==2))&&(4==20)))||(((now.status==5)&&(5==2))&&(4==18)))||(((now.status==5)&&(5==2))&&(4==13)))||(((now.status==7)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==3))&&(4==14)))||(((now.status==6)&&(5==3))&&(4==14)))||(((now.status==5)&&(5==3))&&(4==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(4==24))||(((status==1)&&(5==3))&&(4==3)))||(((status==7)&&(5==6))&&(4==19)))||(((status==7)&&(5==6))&&(4==12)))||(((status==6)&&(5==5))&&(4==7)))||(((status==6)&&(5==5))&&(4==16)))||(((status==6)&&(5==5))&&(4==15)))||(((status==6)&&(5==5))&&(4==4)))||(((status==6)&&(5==4))&&(4==10)))||(((status==5)&&(5==4))&&(4==10)))||(((status==6)&&(5==4))&&(4==23)))||(((status==5)&&(5==4))&&(4==23)))||(((status==6)&&(5==3))&&(4==9)))||(((status==5)&&(5==3))&&(4==9)))||(((status==6)&&(5==7))&&(4==2)))||(((status==5)&&(5==7))&&(4==2)))||(((status==6)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==17)))||(((status==5)&&(5==7))&&(4==11)))||(((status==7)&&(5==2))&&(4==1)))||(((status==7)&&(5==2))&&(4==20)))||(((status==5)&&(5==2))&&(4==18)))||(((status==5)&&(5==2))&&(4==13)))||(((status==7)&&(5==3))&&(4==3)))||(((status==7)&&(5==3))&&(4==14)))||(((status==6)&&(5==3))&&(4==14)))||(((status==5)&&(5==3))&&(4==14)))", II, tt, t);
S_608_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_612_0: /* 2 */
S_609_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_612_1;
S_610_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_613_0;
S_612_1: /* 3 */
S_611_0: /* 2 */
		/* else */;
		goto S_613_0;
S_612_2: /* 3 */
		Uerror("blocking sel in d_step (nr.54, near line 56)");
S_613_0: /* 2 */
		goto S_617_0;
		goto S_617_0;
S_616_7: /* 3 */
S_615_0: /* 2 */
		/* else */;
		goto S_617_0;
S_616_8: /* 3 */
		Uerror("blocking sel in d_step (nr.55, near line 75)");
S_617_0: /* 2 */
		goto S_643_0;
S_642_1: /* 3 */
S_619_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]==6)&& !(((now.status==6)||(now.status==5))))))
			goto S_642_2;
S_634_0: /* 2 */
S_632_0: /* 2 */
S_620_0: /* 2 */
		if (!((now.answer==7)))
			goto S_632_1;
S_621_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
S_622_0: /* 2 */
		now.queued[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Inquiries:a]", ((int)now.queued[ Index(((int)((P2 *)_this)->a), 2) ]));
#endif
		;
		goto S_633_0;
S_632_1: /* 3 */
S_623_0: /* 2 */
		if (!((now.answer==5)))
			goto S_632_2;
S_624_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_633_0;
S_632_2: /* 3 */
S_625_0: /* 2 */
		if (!((now.answer==6)))
			goto S_632_3;
S_626_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_633_0;
S_632_3: /* 3 */
S_627_0: /* 2 */
		if (!((now.answer==4)))
			goto S_632_4;
S_628_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_633_0;
S_632_4: /* 3 */
S_629_0: /* 2 */
		if (!((now.answer==3)))
			goto S_632_5;
S_630_0: /* 2 */
		now.attempt[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Inquiries:a]", now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]);
#endif
		;
		goto S_633_0;
S_632_5: /* 3 */
S_631_0: /* 2 */
		/* else */;
		goto S_633_0;
S_632_6: /* 3 */
		Uerror("blocking sel in d_step (nr.56, near line 113)");
S_633_0: /* 2 */
		goto S_643_0;
		goto S_643_0;
S_642_2: /* 3 */
S_635_0: /* 2 */
		/* else */;
S_641_0: /* 2 */
S_639_0: /* 2 */
S_636_0: /* 2 */
		if (!(((now.answer==7)&&(now.attempt[ Index(((int)((P2 *)_this)->a), 2) ]!=5))))
			goto S_639_1;
S_637_0: /* 2 */
		now.queued[ Index(((P2 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Inquiries:a]", ((int)now.queued[ Index(((int)((P2 *)_this)->a), 2) ]));
#endif
		;
		goto S_640_0;
S_639_1: /* 3 */
S_638_0: /* 2 */
		/* else */;
		goto S_640_0;
S_639_2: /* 3 */
		Uerror("blocking sel in d_step (nr.57, near line 125)");
S_640_0: /* 2 */
		goto S_643_0;
		goto S_643_0;
S_642_3: /* 3 */
		Uerror("blocking sel in d_step (nr.58, near line 142)");
S_643_0: /* 2 */
S_644_0: /* 2 */
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
S_645_0: /* 2 */
		((P2 *)_this)->hasWritten = 1;
#ifdef VAR_RANGES
		logval("Inquiries:hasWritten", ((int)((P2 *)_this)->hasWritten));
#endif
		;
		goto S_648_0;
S_647_1: /* 3 */
S_646_0: /* 2 */
		/* else */;
		goto S_648_0;
S_647_2: /* 3 */
		Uerror("blocking sel in d_step (nr.59, near line 140)");
S_648_0: /* 2 */
		goto S_654_0;
S_654_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 78: // STATE 365 - payin.pml:153 - [(hasWritten)] (375:0:2 - 1)
		IfNotBlocked
		reached[2][365] = 1;
		if (!(((int)((P2 *)_this)->hasWritten)))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: hasWritten */  (trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((P2 *)_this)->hasWritten;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P2 *)_this)->hasWritten = 0;
		/* merge: hasWritten = 0(0, 366, 375) */
		reached[2][366] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P2 *)_this)->hasWritten);
		((P2 *)_this)->hasWritten = 0;
#ifdef VAR_RANGES
		logval("Inquiries:hasWritten", ((int)((P2 *)_this)->hasWritten));
#endif
		;
		/* merge: goto :b5(0, 367, 375) */
		reached[2][367] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 79: // STATE 378 - payin.pml:259 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[2][378] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Acquirer */
	case 80: // STATE 1 - payin.pml:209 - [(((sent[a]&&(acquirer[a]==7))&&!(refusedForEver[a])))] (0:0:0 - 1)
		IfNotBlocked
		reached[1][1] = 1;
		if (!(((((int)now.sent[ Index(((int)((P1 *)_this)->a), 2) ])&&(now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]==7))&& !(((int)now.refusedForEver[ Index(((int)((P1 *)_this)->a), 2) ])))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 81: // STATE 2 - payin.pml:211 - [acquirer[a] = 5] (0:34:2 - 1)
		IfNotBlocked
		reached[1][2] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: notices[a] = 2(34, 3, 34) */
		reached[1][3] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]);
		now.notices[ Index(((P1 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("notices[Acquirer:a]", ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]));
#endif
		;
		/* merge: .(goto)(34, 8, 34) */
		reached[1][8] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 82: // STATE 8 - payin.pml:216 - [.(goto)] (0:34:0 - 4)
		IfNotBlocked
		reached[1][8] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 83: // STATE 4 - payin.pml:212 - [acquirer[a] = 4] (0:34:1 - 1)
		IfNotBlocked
		reached[1][4] = 1;
		(trpt+1)->bup.oval = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: .(goto)(34, 8, 34) */
		reached[1][8] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 84: // STATE 5 - payin.pml:213 - [acquirer[a] = 3] (0:34:1 - 1)
		IfNotBlocked
		reached[1][5] = 1;
		(trpt+1)->bup.oval = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: .(goto)(34, 8, 34) */
		reached[1][8] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 85: // STATE 6 - payin.pml:214 - [acquirer[a] = 6] (0:34:1 - 1)
		IfNotBlocked
		reached[1][6] = 1;
		(trpt+1)->bup.oval = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 6;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: .(goto)(34, 8, 34) */
		reached[1][8] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 86: // STATE 10 - payin.pml:217 - [((acquirer[a]==6))] (0:0:0 - 1)
		IfNotBlocked
		reached[1][10] = 1;
		if (!((now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]==6)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 87: // STATE 11 - payin.pml:219 - [acquirer[a] = 5] (0:34:2 - 1)
		IfNotBlocked
		reached[1][11] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: notices[a] = 1(34, 12, 34) */
		reached[1][12] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]);
		now.notices[ Index(((P1 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("notices[Acquirer:a]", ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]));
#endif
		;
		/* merge: .(goto)(34, 17, 34) */
		reached[1][17] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 88: // STATE 17 - payin.pml:223 - [.(goto)] (0:34:0 - 3)
		IfNotBlocked
		reached[1][17] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 89: // STATE 13 - payin.pml:220 - [acquirer[a] = 4] (0:34:2 - 1)
		IfNotBlocked
		reached[1][13] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: notices[a] = 1(34, 14, 34) */
		reached[1][14] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]);
		now.notices[ Index(((P1 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("notices[Acquirer:a]", ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]));
#endif
		;
		/* merge: .(goto)(34, 17, 34) */
		reached[1][17] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 90: // STATE 15 - payin.pml:221 - [acquirer[a] = 2] (0:34:1 - 1)
		IfNotBlocked
		reached[1][15] = 1;
		(trpt+1)->bup.oval = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: .(goto)(34, 17, 34) */
		reached[1][17] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 91: // STATE 19 - payin.pml:224 - [(((((acquirer[a]==4)||(acquirer[a]==3))||(acquirer[a]==2))&&!(contradicted)))] (24:0:1 - 1)
		IfNotBlocked
		reached[1][19] = 1;
		if (!(((((now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]==4)||(now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]==3))||(now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]==2))&& !(((int)now.contradicted)))))
			continue;
		/* merge: contradicted = 1(0, 20, 24) */
		reached[1][20] = 1;
		(trpt+1)->bup.oval = ((int)now.contradicted);
		now.contradicted = 1;
#ifdef VAR_RANGES
		logval("contradicted", ((int)now.contradicted));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 92: // STATE 21 - payin.pml:227 - [acquirer[a] = 5] (0:34:2 - 1)
		IfNotBlocked
		reached[1][21] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: notices[a] = 1(34, 22, 34) */
		reached[1][22] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]);
		now.notices[ Index(((P1 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("notices[Acquirer:a]", ((int)now.notices[ Index(((int)((P1 *)_this)->a), 2) ]));
#endif
		;
		/* merge: .(goto)(34, 25, 34) */
		reached[1][25] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 93: // STATE 25 - payin.pml:230 - [.(goto)] (0:34:0 - 2)
		IfNotBlocked
		reached[1][25] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 94: // STATE 23 - payin.pml:228 - [(1)] (34:0:0 - 1)
		IfNotBlocked
		reached[1][23] = 1;
		if (!(1))
			continue;
		/* merge: .(goto)(34, 25, 34) */
		reached[1][25] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 95: // STATE 27 - payin.pml:231 - [(((queued[a]&&(acquirer[a]==5))&&!(voidAsked)))] (31:0:2 - 1)
		IfNotBlocked
		reached[1][27] = 1;
		if (!(((((int)now.queued[ Index(((int)((P1 *)_this)->a), 2) ])&&(now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]==5))&& !(((int)((P1 *)_this)->voidAsked)))))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: voidAsked */  (trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((P1 *)_this)->voidAsked;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P1 *)_this)->voidAsked = 0;
		/* merge: voidAsked = 1(0, 28, 31) */
		reached[1][28] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P1 *)_this)->voidAsked);
		((P1 *)_this)->voidAsked = 1;
#ifdef VAR_RANGES
		logval("Acquirer:voidAsked", ((int)((P1 *)_this)->voidAsked));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 96: // STATE 29 - payin.pml:234 - [acquirer[a] = 1] (0:34:1 - 1)
		IfNotBlocked
		reached[1][29] = 1;
		(trpt+1)->bup.oval = now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ];
		now.acquirer[ Index(((P1 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("acquirer[Acquirer:a]", now.acquirer[ Index(((int)((P1 *)_this)->a), 2) ]);
#endif
		;
		/* merge: .(goto)(34, 32, 34) */
		reached[1][32] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 97: // STATE 32 - payin.pml:237 - [.(goto)] (0:34:0 - 2)
		IfNotBlocked
		reached[1][32] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 98: // STATE 30 - payin.pml:235 - [(1)] (34:0:0 - 1)
		IfNotBlocked
		reached[1][30] = 1;
		if (!(1))
			continue;
		/* merge: .(goto)(34, 32, 34) */
		reached[1][32] = 1;
		;
		/* merge: .(goto)(0, 35, 34) */
		reached[1][35] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 99: // STATE 37 - payin.pml:239 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[1][37] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Tab */
	case 100: // STATE 1 - payin.pml:174 - [((((status==7)&&!(expired))&&(made<2)))] (14:0:1 - 1)
		IfNotBlocked
		reached[0][1] = 1;
		if (!((((now.status==7)&& !(((int)now.expired)))&&(((int)now.made)<2))))
			continue;
		/* merge: readVersion = version(14, 2, 14) */
		reached[0][2] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->readVersion);
		((P0 *)_this)->readVersion = ((int)now.version);
#ifdef VAR_RANGES
		logval("Tab:readVersion", ((int)((P0 *)_this)->readVersion));
#endif
		;
		/* merge: .(goto)(14, 6, 14) */
		reached[0][6] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 101: // STATE 3 - payin.pml:175 - [((((((status==4)||(status==3))||(status==2))||expired)||(made==2)))] (248:0:0 - 1)
		IfNotBlocked
		reached[0][3] = 1;
		if (!((((((now.status==4)||(now.status==3))||(now.status==2))||((int)now.expired))||(((int)now.made)==2))))
			continue;
		/* merge: goto closed(0, 4, 248) */
		reached[0][4] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 102: // STATE 8 - payin.pml:162 - [((crashes<1))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][8] = 1;
		if (!((((int)now.crashes)<1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 103: // STATE 9 - payin.pml:162 - [crashes = (crashes+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[0][9] = 1;
		(trpt+1)->bup.oval = ((int)now.crashes);
		now.crashes = (((int)now.crashes)+1);
#ifdef VAR_RANGES
		logval("crashes", ((int)now.crashes));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 104: // STATE 15 - payin.pml:181 - [((version==readVersion))] (26:0:4 - 1)
		IfNotBlocked
		reached[0][15] = 1;
		if (!((((int)now.version)==((int)((P0 *)_this)->readVersion))))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: readVersion */  (trpt+1)->bup.ovals = grab_ints(4);
		(trpt+1)->bup.ovals[0] = ((P0 *)_this)->readVersion;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P0 *)_this)->readVersion = 0;
		/* merge: a = made(26, 16, 26) */
		reached[0][16] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P0 *)_this)->a);
		((P0 *)_this)->a = ((int)now.made);
#ifdef VAR_RANGES
		logval("Tab:a", ((int)((P0 *)_this)->a));
#endif
		;
		/* merge: made = (made+1)(26, 17, 26) */
		reached[0][17] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.made);
		now.made = (((int)now.made)+1);
#ifdef VAR_RANGES
		logval("made", ((int)now.made));
#endif
		;
		/* merge: attempt[a] = 6(26, 18, 26) */
		reached[0][18] = 1;
		(trpt+1)->bup.ovals[3] = now.attempt[ Index(((int)((P0 *)_this)->a), 2) ];
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 6;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
		_m = 3; goto P999; /* 3 */
	case 105: // STATE 19 - payin.pml:54 - [assert(((((((((((((((((((((((((((((((status==1)&&(6==7))&&(19==24))||(((status==1)&&(6==3))&&(19==3)))||(((status==7)&&(6==6))&&(19==19)))||(((status==7)&&(6==6))&&(19==12)))||(((status==6)&&(6==5))&&(19==7)))||(((status==6)&&(6==5))&&(19==16)))||(((status==6)&&(6==5))&&(19==15)))||(((status==6)&&(6==5))&&(19==4)))||(((status==6)&&(6==4))&&(19==10)))||(((status==5)&&(6==4))&&(19==10)))||(((status==6)&&(6==4))&&(19==23)))||(((status==5)&&(6==4))&&(19==23)))||(((status==6)&&(6==3))&&(19==9)))||(((status==5)&&(6==3))&&(19==9)))||(((status==6)&&(6==7))&&(19==2)))||(((status==5)&&(6==7))&&(19==2)))||(((status==6)&&(6==7))&&(19==21)))||(((status==5)&&(6==7))&&(19==21)))||(((status==5)&&(6==7))&&(19==17)))||(((status==5)&&(6==7))&&(19==11)))||(((status==7)&&(6==2))&&(19==1)))||(((status==7)&&(6==2))&&(19==20)))||(((status==5)&&(6==2))&&(19==18)))||(((status==5)&&(6==2))&&(19==13)))||(((status==7)&&(6==3))&&(19==3)))||(((status==7)&&(6==3))&&(19==14)))||(((status==6)&&(6==3))&&(19==14)))||(((status==5)&&(6==3))&&(19==14))))] (0:24:1 - 1)
		IfNotBlocked
		reached[0][19] = 1;
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(6==7))&&(19==24))||(((now.status==1)&&(6==3))&&(19==3)))||(((now.status==7)&&(6==6))&&(19==19)))||(((now.status==7)&&(6==6))&&(19==12)))||(((now.status==6)&&(6==5))&&(19==7)))||(((now.status==6)&&(6==5))&&(19==16)))||(((now.status==6)&&(6==5))&&(19==15)))||(((now.status==6)&&(6==5))&&(19==4)))||(((now.status==6)&&(6==4))&&(19==10)))||(((now.status==5)&&(6==4))&&(19==10)))||(((now.status==6)&&(6==4))&&(19==23)))||(((now.status==5)&&(6==4))&&(19==23)))||(((now.status==6)&&(6==3))&&(19==9)))||(((now.status==5)&&(6==3))&&(19==9)))||(((now.status==6)&&(6==7))&&(19==2)))||(((now.status==5)&&(6==7))&&(19==2)))||(((now.status==6)&&(6==7))&&(19==21)))||(((now.status==5)&&(6==7))&&(19==21)))||(((now.status==5)&&(6==7))&&(19==17)))||(((now.status==5)&&(6==7))&&(19==11)))||(((now.status==7)&&(6==2))&&(19==1)))||(((now.status==7)&&(6==2))&&(19==20)))||(((now.status==5)&&(6==2))&&(19==18)))||(((now.status==5)&&(6==2))&&(19==13)))||(((now.status==7)&&(6==3))&&(19==3)))||(((now.status==7)&&(6==3))&&(19==14)))||(((now.status==6)&&(6==3))&&(19==14)))||(((now.status==5)&&(6==3))&&(19==14))), "((((((((((((((((((((((((((((((status==1)&&(6==7))&&(19==24))||(((status==1)&&(6==3))&&(19==3)))||(((status==7)&&(6==6))&&(19==19)))||(((status==7)&&(6==6))&&(19==12)))||(((status==6)&&(6==5))&&(19==7)))||(((status==6)&&(6==5))&&(19==16)))||(((status==6)&&(6==5))&&(19==15)))||(((status==6)&&(6==5))&&(19==4)))||(((status==6)&&(6==4))&&(19==10)))||(((status==5)&&(6==4))&&(19==10)))||(((status==6)&&(6==4))&&(19==23)))||(((status==5)&&(6==4))&&(19==23)))||(((status==6)&&(6==3))&&(19==9)))||(((status==5)&&(6==3))&&(19==9)))||(((status==6)&&(6==7))&&(19==2)))||(((status==5)&&(6==7))&&(19==2)))||(((status==6)&&(6==7))&&(19==21)))||(((status==5)&&(6==7))&&(19==21)))||(((status==5)&&(6==7))&&(19==17)))||(((status==5)&&(6==7))&&(19==11)))||(((status==7)&&(6==2))&&(19==1)))||(((status==7)&&(6==2))&&(19==20)))||(((status==5)&&(6==2))&&(19==18)))||(((status==5)&&(6==2))&&(19==13)))||(((status==7)&&(6==3))&&(19==3)))||(((status==7)&&(6==3))&&(19==14)))||(((status==6)&&(6==3))&&(19==14)))||(((status==5)&&(6==3))&&(19==14)))", II, tt, t);
		/* merge: status = 6(24, 20, 24) */
		reached[0][20] = 1;
		(trpt+1)->bup.oval = now.status;
		now.status = 6;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 106: // STATE 21 - payin.pml:57 - [((((6==4)||(6==3))||(6==2)))] (39:0:2 - 1)
		IfNotBlocked
		reached[0][21] = 1;
		if (!((((6==4)||(6==3))||(6==2))))
			continue;
		/* merge: events = (events+1)(39, 22, 39) */
		reached[0][22] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.events);
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		/* merge: .(goto)(39, 25, 39) */
		reached[0][25] = 1;
		;
		/* merge: version = (version+1)(39, 27, 39) */
		reached[0][27] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(39, 31, 39) */
		reached[0][31] = 1;
		;
		_m = 3; goto P999; /* 4 */
	case 107: // STATE 27 - payin.pml:186 - [version = (version+1)] (0:39:1 - 3)
		IfNotBlocked
		reached[0][27] = 1;
		(trpt+1)->bup.oval = ((int)now.version);
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
		/* merge: .(goto)(39, 31, 39) */
		reached[0][31] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 108: // STATE 33 - payin.pml:162 - [((crashes<1))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][33] = 1;
		if (!((((int)now.crashes)<1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 109: // STATE 34 - payin.pml:162 - [crashes = (crashes+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[0][34] = 1;
		(trpt+1)->bup.oval = ((int)now.crashes);
		now.crashes = (((int)now.crashes)+1);
#ifdef VAR_RANGES
		logval("crashes", ((int)now.crashes));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 110: // STATE 40 - payin.pml:191 - [sent[a] = 1] (0:0:1 - 2)
		IfNotBlocked
		reached[0][40] = 1;
		(trpt+1)->bup.oval = ((int)now.sent[ Index(((int)((P0 *)_this)->a), 2) ]);
		now.sent[ Index(((P0 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("sent[Tab:a]", ((int)now.sent[ Index(((int)((P0 *)_this)->a), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 111: // STATE 41 - payin.pml:193 - [((acquirer[a]!=7))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][41] = 1;
		if (!((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]!=7)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 112: // STATE 42 - payin.pml:64 - [(((acquirer[a]==5)||(acquirer[a]==1)))] (69:0:1 - 1)
		IfNotBlocked
		reached[0][42] = 1;
		if (!(((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==5)||(now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==1))))
			continue;
		/* merge: answer = 7(69, 43, 69) */
		reached[0][43] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 7;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(69, 56, 69) */
		reached[0][56] = 1;
		;
		/* merge: .(goto)(0, 62, 69) */
		reached[0][62] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 113: // STATE 56 - payin.pml:71 - [.(goto)] (0:69:0 - 6)
		IfNotBlocked
		reached[0][56] = 1;
		;
		/* merge: .(goto)(0, 62, 69) */
		reached[0][62] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 114: // STATE 44 - payin.pml:65 - [((acquirer[a]==4))] (69:0:1 - 1)
		IfNotBlocked
		reached[0][44] = 1;
		if (!((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==4)))
			continue;
		/* merge: answer = 6(69, 45, 69) */
		reached[0][45] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 6;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(69, 56, 69) */
		reached[0][56] = 1;
		;
		/* merge: .(goto)(0, 62, 69) */
		reached[0][62] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 115: // STATE 46 - payin.pml:66 - [((acquirer[a]==3))] (69:0:1 - 1)
		IfNotBlocked
		reached[0][46] = 1;
		if (!((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==3)))
			continue;
		/* merge: answer = 5(69, 47, 69) */
		reached[0][47] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 5;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(69, 56, 69) */
		reached[0][56] = 1;
		;
		/* merge: .(goto)(0, 62, 69) */
		reached[0][62] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 116: // STATE 48 - payin.pml:67 - [((acquirer[a]==2))] (69:0:1 - 1)
		IfNotBlocked
		reached[0][48] = 1;
		if (!((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==2)))
			continue;
		/* merge: answer = 3(69, 49, 69) */
		reached[0][49] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 3;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(69, 56, 69) */
		reached[0][56] = 1;
		;
		/* merge: .(goto)(0, 62, 69) */
		reached[0][62] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 117: // STATE 50 - payin.pml:68 - [((acquirer[a]==6))] (69:0:1 - 1)
		IfNotBlocked
		reached[0][50] = 1;
		if (!((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==6)))
			continue;
		/* merge: answer = 2(69, 51, 69) */
		reached[0][51] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 2;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: .(goto)(69, 56, 69) */
		reached[0][56] = 1;
		;
		/* merge: .(goto)(0, 62, 69) */
		reached[0][62] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 118: // STATE 52 - payin.pml:69 - [((acquirer[a]==7))] (69:0:2 - 1)
		IfNotBlocked
		reached[0][52] = 1;
		if (!((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==7)))
			continue;
		/* merge: answer = 4(69, 53, 69) */
		reached[0][53] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = now.answer;
		now.answer = 4;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		/* merge: refusedForEver[a] = 1(69, 54, 69) */
		reached[0][54] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.refusedForEver[ Index(((int)((P0 *)_this)->a), 2) ]);
		now.refusedForEver[ Index(((P0 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("refusedForEver[Tab:a]", ((int)now.refusedForEver[ Index(((int)((P0 *)_this)->a), 2) ]));
#endif
		;
		/* merge: .(goto)(69, 56, 69) */
		reached[0][56] = 1;
		;
		/* merge: .(goto)(0, 62, 69) */
		reached[0][62] = 1;
		;
		_m = 3; goto P999; /* 4 */
	case 119: // STATE 59 - payin.pml:194 - [answer = 1] (0:0:1 - 1)
		IfNotBlocked
		reached[0][59] = 1;
		(trpt+1)->bup.oval = now.answer;
		now.answer = 1;
#ifdef VAR_RANGES
		logval("answer", now.answer);
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 120: // STATE 63 - payin.pml:162 - [((crashes<1))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][63] = 1;
		if (!((((int)now.crashes)<1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 121: // STATE 64 - payin.pml:162 - [crashes = (crashes+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[0][64] = 1;
		(trpt+1)->bup.oval = ((int)now.crashes);
		now.crashes = (((int)now.crashes)+1);
#ifdef VAR_RANGES
		logval("crashes", ((int)now.crashes));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 122: // STATE 71 - payin.pml:134 - [D_STEP134]
		IfNotBlocked

		reached[0][71] = 1;
		reached[0][t->st] = 1;
		reached[0][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_069_0: /* 2 */
		((P0 *)_this)->readVersion = ((int)now.version);
#ifdef VAR_RANGES
		logval("Tab:readVersion", ((int)((P0 *)_this)->readVersion));
#endif
		;
		goto S_075_0;
S_075_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 123: // STATE 72 - payin.pml:136 - [((crashes<1))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][72] = 1;
		if (!((((int)now.crashes)<1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 124: // STATE 73 - payin.pml:136 - [crashes = (crashes+1)] (0:0:1 - 1)
		IfNotBlocked
		reached[0][73] = 1;
		(trpt+1)->bup.oval = ((int)now.crashes);
		now.crashes = (((int)now.crashes)+1);
#ifdef VAR_RANGES
		logval("crashes", ((int)now.crashes));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 125: // STATE 233 - payin.pml:139 - [D_STEP139]
		if (!(((boq == -1 && (((int)now.version)==((int)((P0 *)_this)->readVersion)))) || (boq == -1 /* else */)))
			continue;

		reached[0][233] = 1;
		reached[0][t->st] = 1;
		reached[0][tt] = 1;

		if (TstOnly) return 1;

		sv_save();
		S_230_0: /* 2 */
S_077_0: /* 2 */
		if (!((((int)now.version)==((int)((P0 *)_this)->readVersion))))
			goto S_230_1;
S_225_0: /* 2 */
S_078_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]==6)&&((now.status==6)||(now.status==5)))))
			goto S_225_1;
S_201_0: /* 2 */
S_199_0: /* 2 */
S_079_0: /* 2 */
		if (!((now.answer==7)))
			goto S_199_1;
S_080_0: /* 2 */
		spin_assert(((now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==5)||(now.acquirer[ Index(((int)((P0 *)_this)->a), 2) ]==1)), "((acquirer[a]==5)||(acquirer[a]==1))", II, tt, t);
S_081_0: /* 2 */
		spin_assert((((int)now.creditedTo)==255), "(creditedTo==255)", II, tt, t);
S_082_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
S_083_0: /* 2 */
		now.creditedTo = ((int)((P0 *)_this)->a);
#ifdef VAR_RANGES
		logval("creditedTo", ((int)now.creditedTo));
#endif
		;
S_091_0: /* 2 */
S_084_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(4==7))&&(10==24))||(((now.status==1)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==6))&&(10==19)))||(((now.status==7)&&(4==6))&&(10==12)))||(((now.status==6)&&(4==5))&&(10==7)))||(((now.status==6)&&(4==5))&&(10==16)))||(((now.status==6)&&(4==5))&&(10==15)))||(((now.status==6)&&(4==5))&&(10==4)))||(((now.status==6)&&(4==4))&&(10==10)))||(((now.status==5)&&(4==4))&&(10==10)))||(((now.status==6)&&(4==4))&&(10==23)))||(((now.status==5)&&(4==4))&&(10==23)))||(((now.status==6)&&(4==3))&&(10==9)))||(((now.status==5)&&(4==3))&&(10==9)))||(((now.status==6)&&(4==7))&&(10==2)))||(((now.status==5)&&(4==7))&&(10==2)))||(((now.status==6)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==21)))||(((now.status==5)&&(4==7))&&(10==17)))||(((now.status==5)&&(4==7))&&(10==11)))||(((now.status==7)&&(4==2))&&(10==1)))||(((now.status==7)&&(4==2))&&(10==20)))||(((now.status==5)&&(4==2))&&(10==18)))||(((now.status==5)&&(4==2))&&(10==13)))||(((now.status==7)&&(4==3))&&(10==3)))||(((now.status==7)&&(4==3))&&(10==14)))||(((now.status==6)&&(4==3))&&(10==14)))||(((now.status==5)&&(4==3))&&(10==14))), "((((((((((((((((((((((((((((((status==1)&&(4==7))&&(10==24))||(((status==1)&&(4==3))&&(10==3)))||(((status==7)&&(4==6))&&(10==19)))||(((status==7)&&(4==6))&&(10==12)))||(((status==6)&&(4==5))&&(10==7)))||(((status==6)&&(4==5))&&(10==16)))||(((status==6)&&(4==5))&&(10==15)))||(((status==6)&&(4==5))&&(10==4)))||(((status==6)&&(4==4))&&(10==10)))||(((status==5)&&(4==4))&&(10==10)))||(((status==6)&&(4==4))&&(10==23)))||(((status==5)&&(4==4))&&(10==23)))||(((status==6)&&(4==3))&&(10==9)))||(((status==5)&&(4==3))&&(10==9)))||(((status==6)&&(4==7))&&(10==2)))||(((status==5)&&(4==7))&&(10==2)))||(((status==6)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==21)))||(((status==5)&&(4==7))&&(10==17)))||(((status==5)&&(4==7))&&(10==11)))||(((status==7)&&(4==2))&&(10==1)))||(((status==7)&&(4==2))&&(10==20)))||(((status==5)&&(4==2))&&(10==18)))||(((status==5)&&(4==2))&&(10==13)))||(((status==7)&&(4==3))&&(10==3)))||(((status==7)&&(4==3))&&(10==14)))||(((status==6)&&(4==3))&&(10==14)))||(((status==5)&&(4==3))&&(10==14)))", II, tt, t);
S_085_0: /* 2 */
		now.status = 4;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_089_0: /* 2 */
S_086_0: /* 2 */
		if (!((((4==4)||(4==3))||(4==2))))
			goto S_089_1;
S_087_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_090_0;
S_089_1: /* 3 */
S_088_0: /* 2 */
		/* else */;
		goto S_090_0;
S_089_2: /* 3 */
		Uerror("blocking sel in d_step (nr.60, near line 56)");
S_090_0: /* 2 */
		goto S_200_0;
S_199_1: /* 3 */
S_092_0: /* 2 */
		if (!((now.answer==5)))
			goto S_199_2;
S_093_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
S_101_0: /* 2 */
S_094_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_095_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_099_0: /* 2 */
S_096_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_099_1;
S_097_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_100_0;
S_099_1: /* 3 */
S_098_0: /* 2 */
		/* else */;
		goto S_100_0;
S_099_2: /* 3 */
		Uerror("blocking sel in d_step (nr.61, near line 56)");
S_100_0: /* 2 */
		goto S_200_0;
		goto S_200_0;
S_199_2: /* 3 */
S_102_0: /* 2 */
		if (!((now.answer==6)))
			goto S_199_3;
S_103_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
S_122_0: /* 2 */
S_104_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_122_1;
S_112_0: /* 2 */
S_105_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(2==24))||(((now.status==1)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==6))&&(2==19)))||(((now.status==7)&&(7==6))&&(2==12)))||(((now.status==6)&&(7==5))&&(2==7)))||(((now.status==6)&&(7==5))&&(2==16)))||(((now.status==6)&&(7==5))&&(2==15)))||(((now.status==6)&&(7==5))&&(2==4)))||(((now.status==6)&&(7==4))&&(2==10)))||(((now.status==5)&&(7==4))&&(2==10)))||(((now.status==6)&&(7==4))&&(2==23)))||(((now.status==5)&&(7==4))&&(2==23)))||(((now.status==6)&&(7==3))&&(2==9)))||(((now.status==5)&&(7==3))&&(2==9)))||(((now.status==6)&&(7==7))&&(2==2)))||(((now.status==5)&&(7==7))&&(2==2)))||(((now.status==6)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==21)))||(((now.status==5)&&(7==7))&&(2==17)))||(((now.status==5)&&(7==7))&&(2==11)))||(((now.status==7)&&(7==2))&&(2==1)))||(((now.status==7)&&(7==2))&&(2==20)))||(((now.status==5)&&(7==2))&&(2==18)))||(((now.status==5)&&(7==2))&&(2==13)))||(((now.status==7)&&(7==3))&&(2==3)))||(((now.status==7)&&(7==3))&&(2==14)))||(((now.status==6)&&(7==3))&&(2==14)))||(((now.status==5)&&(7==3))&&(2==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(2==24))||(((status==1)&&(7==3))&&(2==3)))||(((status==7)&&(7==6))&&(2==19)))||(((status==7)&&(7==6))&&(2==12)))||(((status==6)&&(7==5))&&(2==7)))||(((status==6)&&(7==5))&&(2==16)))||(((status==6)&&(7==5))&&(2==15)))||(((status==6)&&(7==5))&&(2==4)))||(((status==6)&&(7==4))&&(2==10)))||(((status==5)&&(7==4))&&(2==10)))||(((status==6)&&(7==4))&&(2==23)))||(((status==5)&&(7==4))&&(2==23)))||(((status==6)&&(7==3))&&(2==9)))||(((status==5)&&(7==3))&&(2==9)))||(((status==6)&&(7==7))&&(2==2)))||(((status==5)&&(7==7))&&(2==2)))||(((status==6)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==21)))||(((status==5)&&(7==7))&&(2==17)))||(((status==5)&&(7==7))&&(2==11)))||(((status==7)&&(7==2))&&(2==1)))||(((status==7)&&(7==2))&&(2==20)))||(((status==5)&&(7==2))&&(2==18)))||(((status==5)&&(7==2))&&(2==13)))||(((status==7)&&(7==3))&&(2==3)))||(((status==7)&&(7==3))&&(2==14)))||(((status==6)&&(7==3))&&(2==14)))||(((status==5)&&(7==3))&&(2==14)))", II, tt, t);
S_106_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_110_0: /* 2 */
S_107_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_110_1;
S_108_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_111_0;
S_110_1: /* 3 */
S_109_0: /* 2 */
		/* else */;
		goto S_111_0;
S_110_2: /* 3 */
		Uerror("blocking sel in d_step (nr.62, near line 56)");
S_111_0: /* 2 */
		goto S_123_0;
S_122_1: /* 3 */
S_113_0: /* 2 */
		/* else */;
S_121_0: /* 2 */
S_114_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_115_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_119_0: /* 2 */
S_116_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_119_1;
S_117_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_120_0;
S_119_1: /* 3 */
S_118_0: /* 2 */
		/* else */;
		goto S_120_0;
S_119_2: /* 3 */
		Uerror("blocking sel in d_step (nr.63, near line 56)");
S_120_0: /* 2 */
		goto S_123_0;
		goto S_123_0;
S_122_2: /* 3 */
		Uerror("blocking sel in d_step (nr.64, near line 85)");
S_123_0: /* 2 */
		goto S_200_0;
S_199_3: /* 3 */
S_124_0: /* 2 */
		if (!((now.answer==4)))
			goto S_199_4;
S_125_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
S_144_0: /* 2 */
S_126_0: /* 2 */
		if (!((((int)now.made)<2)))
			goto S_144_1;
S_134_0: /* 2 */
S_127_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(21==24))||(((now.status==1)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==6))&&(21==19)))||(((now.status==7)&&(7==6))&&(21==12)))||(((now.status==6)&&(7==5))&&(21==7)))||(((now.status==6)&&(7==5))&&(21==16)))||(((now.status==6)&&(7==5))&&(21==15)))||(((now.status==6)&&(7==5))&&(21==4)))||(((now.status==6)&&(7==4))&&(21==10)))||(((now.status==5)&&(7==4))&&(21==10)))||(((now.status==6)&&(7==4))&&(21==23)))||(((now.status==5)&&(7==4))&&(21==23)))||(((now.status==6)&&(7==3))&&(21==9)))||(((now.status==5)&&(7==3))&&(21==9)))||(((now.status==6)&&(7==7))&&(21==2)))||(((now.status==5)&&(7==7))&&(21==2)))||(((now.status==6)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==21)))||(((now.status==5)&&(7==7))&&(21==17)))||(((now.status==5)&&(7==7))&&(21==11)))||(((now.status==7)&&(7==2))&&(21==1)))||(((now.status==7)&&(7==2))&&(21==20)))||(((now.status==5)&&(7==2))&&(21==18)))||(((now.status==5)&&(7==2))&&(21==13)))||(((now.status==7)&&(7==3))&&(21==3)))||(((now.status==7)&&(7==3))&&(21==14)))||(((now.status==6)&&(7==3))&&(21==14)))||(((now.status==5)&&(7==3))&&(21==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(21==24))||(((status==1)&&(7==3))&&(21==3)))||(((status==7)&&(7==6))&&(21==19)))||(((status==7)&&(7==6))&&(21==12)))||(((status==6)&&(7==5))&&(21==7)))||(((status==6)&&(7==5))&&(21==16)))||(((status==6)&&(7==5))&&(21==15)))||(((status==6)&&(7==5))&&(21==4)))||(((status==6)&&(7==4))&&(21==10)))||(((status==5)&&(7==4))&&(21==10)))||(((status==6)&&(7==4))&&(21==23)))||(((status==5)&&(7==4))&&(21==23)))||(((status==6)&&(7==3))&&(21==9)))||(((status==5)&&(7==3))&&(21==9)))||(((status==6)&&(7==7))&&(21==2)))||(((status==5)&&(7==7))&&(21==2)))||(((status==6)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==21)))||(((status==5)&&(7==7))&&(21==17)))||(((status==5)&&(7==7))&&(21==11)))||(((status==7)&&(7==2))&&(21==1)))||(((status==7)&&(7==2))&&(21==20)))||(((status==5)&&(7==2))&&(21==18)))||(((status==5)&&(7==2))&&(21==13)))||(((status==7)&&(7==3))&&(21==3)))||(((status==7)&&(7==3))&&(21==14)))||(((status==6)&&(7==3))&&(21==14)))||(((status==5)&&(7==3))&&(21==14)))", II, tt, t);
S_128_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_132_0: /* 2 */
S_129_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_132_1;
S_130_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_133_0;
S_132_1: /* 3 */
S_131_0: /* 2 */
		/* else */;
		goto S_133_0;
S_132_2: /* 3 */
		Uerror("blocking sel in d_step (nr.65, near line 56)");
S_133_0: /* 2 */
		goto S_145_0;
S_144_1: /* 3 */
S_135_0: /* 2 */
		/* else */;
S_143_0: /* 2 */
S_136_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(3==7))&&(9==24))||(((now.status==1)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==6))&&(9==19)))||(((now.status==7)&&(3==6))&&(9==12)))||(((now.status==6)&&(3==5))&&(9==7)))||(((now.status==6)&&(3==5))&&(9==16)))||(((now.status==6)&&(3==5))&&(9==15)))||(((now.status==6)&&(3==5))&&(9==4)))||(((now.status==6)&&(3==4))&&(9==10)))||(((now.status==5)&&(3==4))&&(9==10)))||(((now.status==6)&&(3==4))&&(9==23)))||(((now.status==5)&&(3==4))&&(9==23)))||(((now.status==6)&&(3==3))&&(9==9)))||(((now.status==5)&&(3==3))&&(9==9)))||(((now.status==6)&&(3==7))&&(9==2)))||(((now.status==5)&&(3==7))&&(9==2)))||(((now.status==6)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==21)))||(((now.status==5)&&(3==7))&&(9==17)))||(((now.status==5)&&(3==7))&&(9==11)))||(((now.status==7)&&(3==2))&&(9==1)))||(((now.status==7)&&(3==2))&&(9==20)))||(((now.status==5)&&(3==2))&&(9==18)))||(((now.status==5)&&(3==2))&&(9==13)))||(((now.status==7)&&(3==3))&&(9==3)))||(((now.status==7)&&(3==3))&&(9==14)))||(((now.status==6)&&(3==3))&&(9==14)))||(((now.status==5)&&(3==3))&&(9==14))), "((((((((((((((((((((((((((((((status==1)&&(3==7))&&(9==24))||(((status==1)&&(3==3))&&(9==3)))||(((status==7)&&(3==6))&&(9==19)))||(((status==7)&&(3==6))&&(9==12)))||(((status==6)&&(3==5))&&(9==7)))||(((status==6)&&(3==5))&&(9==16)))||(((status==6)&&(3==5))&&(9==15)))||(((status==6)&&(3==5))&&(9==4)))||(((status==6)&&(3==4))&&(9==10)))||(((status==5)&&(3==4))&&(9==10)))||(((status==6)&&(3==4))&&(9==23)))||(((status==5)&&(3==4))&&(9==23)))||(((status==6)&&(3==3))&&(9==9)))||(((status==5)&&(3==3))&&(9==9)))||(((status==6)&&(3==7))&&(9==2)))||(((status==5)&&(3==7))&&(9==2)))||(((status==6)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==21)))||(((status==5)&&(3==7))&&(9==17)))||(((status==5)&&(3==7))&&(9==11)))||(((status==7)&&(3==2))&&(9==1)))||(((status==7)&&(3==2))&&(9==20)))||(((status==5)&&(3==2))&&(9==18)))||(((status==5)&&(3==2))&&(9==13)))||(((status==7)&&(3==3))&&(9==3)))||(((status==7)&&(3==3))&&(9==14)))||(((status==6)&&(3==3))&&(9==14)))||(((status==5)&&(3==3))&&(9==14)))", II, tt, t);
S_137_0: /* 2 */
		now.status = 3;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_141_0: /* 2 */
S_138_0: /* 2 */
		if (!((((3==4)||(3==3))||(3==2))))
			goto S_141_1;
S_139_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_142_0;
S_141_1: /* 3 */
S_140_0: /* 2 */
		/* else */;
		goto S_142_0;
S_141_2: /* 3 */
		Uerror("blocking sel in d_step (nr.66, near line 56)");
S_142_0: /* 2 */
		goto S_145_0;
		goto S_145_0;
S_144_2: /* 3 */
		Uerror("blocking sel in d_step (nr.67, near line 91)");
S_145_0: /* 2 */
		goto S_200_0;
S_199_4: /* 3 */
S_146_0: /* 2 */
		if (!((now.answer==3)))
			goto S_199_5;
S_147_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
S_158_0: /* 2 */
S_148_0: /* 2 */
		if (!((now.status==6)))
			goto S_158_1;
S_156_0: /* 2 */
S_149_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(16==24))||(((now.status==1)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==6))&&(16==19)))||(((now.status==7)&&(5==6))&&(16==12)))||(((now.status==6)&&(5==5))&&(16==7)))||(((now.status==6)&&(5==5))&&(16==16)))||(((now.status==6)&&(5==5))&&(16==15)))||(((now.status==6)&&(5==5))&&(16==4)))||(((now.status==6)&&(5==4))&&(16==10)))||(((now.status==5)&&(5==4))&&(16==10)))||(((now.status==6)&&(5==4))&&(16==23)))||(((now.status==5)&&(5==4))&&(16==23)))||(((now.status==6)&&(5==3))&&(16==9)))||(((now.status==5)&&(5==3))&&(16==9)))||(((now.status==6)&&(5==7))&&(16==2)))||(((now.status==5)&&(5==7))&&(16==2)))||(((now.status==6)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==21)))||(((now.status==5)&&(5==7))&&(16==17)))||(((now.status==5)&&(5==7))&&(16==11)))||(((now.status==7)&&(5==2))&&(16==1)))||(((now.status==7)&&(5==2))&&(16==20)))||(((now.status==5)&&(5==2))&&(16==18)))||(((now.status==5)&&(5==2))&&(16==13)))||(((now.status==7)&&(5==3))&&(16==3)))||(((now.status==7)&&(5==3))&&(16==14)))||(((now.status==6)&&(5==3))&&(16==14)))||(((now.status==5)&&(5==3))&&(16==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(16==24))||(((status==1)&&(5==3))&&(16==3)))||(((status==7)&&(5==6))&&(16==19)))||(((status==7)&&(5==6))&&(16==12)))||(((status==6)&&(5==5))&&(16==7)))||(((status==6)&&(5==5))&&(16==16)))||(((status==6)&&(5==5))&&(16==15)))||(((status==6)&&(5==5))&&(16==4)))||(((status==6)&&(5==4))&&(16==10)))||(((status==5)&&(5==4))&&(16==10)))||(((status==6)&&(5==4))&&(16==23)))||(((status==5)&&(5==4))&&(16==23)))||(((status==6)&&(5==3))&&(16==9)))||(((status==5)&&(5==3))&&(16==9)))||(((status==6)&&(5==7))&&(16==2)))||(((status==5)&&(5==7))&&(16==2)))||(((status==6)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==21)))||(((status==5)&&(5==7))&&(16==17)))||(((status==5)&&(5==7))&&(16==11)))||(((status==7)&&(5==2))&&(16==1)))||(((status==7)&&(5==2))&&(16==20)))||(((status==5)&&(5==2))&&(16==18)))||(((status==5)&&(5==2))&&(16==13)))||(((status==7)&&(5==3))&&(16==3)))||(((status==7)&&(5==3))&&(16==14)))||(((status==6)&&(5==3))&&(16==14)))||(((status==5)&&(5==3))&&(16==14)))", II, tt, t);
S_150_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_154_0: /* 2 */
S_151_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_154_1;
S_152_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_155_0;
S_154_1: /* 3 */
S_153_0: /* 2 */
		/* else */;
		goto S_155_0;
S_154_2: /* 3 */
		Uerror("blocking sel in d_step (nr.68, near line 56)");
S_155_0: /* 2 */
		goto S_159_0;
S_158_1: /* 3 */
S_157_0: /* 2 */
		/* else */;
		goto S_159_0;
S_158_2: /* 3 */
		Uerror("blocking sel in d_step (nr.69, near line 97)");
S_159_0: /* 2 */
S_178_0: /* 2 */
S_160_0: /* 2 */
		if (!(( !(((int)now.expired))&&(((int)now.made)<2))))
			goto S_178_1;
S_168_0: /* 2 */
S_161_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(7==7))&&(17==24))||(((now.status==1)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==6))&&(17==19)))||(((now.status==7)&&(7==6))&&(17==12)))||(((now.status==6)&&(7==5))&&(17==7)))||(((now.status==6)&&(7==5))&&(17==16)))||(((now.status==6)&&(7==5))&&(17==15)))||(((now.status==6)&&(7==5))&&(17==4)))||(((now.status==6)&&(7==4))&&(17==10)))||(((now.status==5)&&(7==4))&&(17==10)))||(((now.status==6)&&(7==4))&&(17==23)))||(((now.status==5)&&(7==4))&&(17==23)))||(((now.status==6)&&(7==3))&&(17==9)))||(((now.status==5)&&(7==3))&&(17==9)))||(((now.status==6)&&(7==7))&&(17==2)))||(((now.status==5)&&(7==7))&&(17==2)))||(((now.status==6)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==21)))||(((now.status==5)&&(7==7))&&(17==17)))||(((now.status==5)&&(7==7))&&(17==11)))||(((now.status==7)&&(7==2))&&(17==1)))||(((now.status==7)&&(7==2))&&(17==20)))||(((now.status==5)&&(7==2))&&(17==18)))||(((now.status==5)&&(7==2))&&(17==13)))||(((now.status==7)&&(7==3))&&(17==3)))||(((now.status==7)&&(7==3))&&(17==14)))||(((now.status==6)&&(7==3))&&(17==14)))||(((now.status==5)&&(7==3))&&(17==14))), "((((((((((((((((((((((((((((((status==1)&&(7==7))&&(17==24))||(((status==1)&&(7==3))&&(17==3)))||(((status==7)&&(7==6))&&(17==19)))||(((status==7)&&(7==6))&&(17==12)))||(((status==6)&&(7==5))&&(17==7)))||(((status==6)&&(7==5))&&(17==16)))||(((status==6)&&(7==5))&&(17==15)))||(((status==6)&&(7==5))&&(17==4)))||(((status==6)&&(7==4))&&(17==10)))||(((status==5)&&(7==4))&&(17==10)))||(((status==6)&&(7==4))&&(17==23)))||(((status==5)&&(7==4))&&(17==23)))||(((status==6)&&(7==3))&&(17==9)))||(((status==5)&&(7==3))&&(17==9)))||(((status==6)&&(7==7))&&(17==2)))||(((status==5)&&(7==7))&&(17==2)))||(((status==6)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==21)))||(((status==5)&&(7==7))&&(17==17)))||(((status==5)&&(7==7))&&(17==11)))||(((status==7)&&(7==2))&&(17==1)))||(((status==7)&&(7==2))&&(17==20)))||(((status==5)&&(7==2))&&(17==18)))||(((status==5)&&(7==2))&&(17==13)))||(((status==7)&&(7==3))&&(17==3)))||(((status==7)&&(7==3))&&(17==14)))||(((status==6)&&(7==3))&&(17==14)))||(((status==5)&&(7==3))&&(17==14)))", II, tt, t);
S_162_0: /* 2 */
		now.status = 7;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_166_0: /* 2 */
S_163_0: /* 2 */
		if (!((((7==4)||(7==3))||(7==2))))
			goto S_166_1;
S_164_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_167_0;
S_166_1: /* 3 */
S_165_0: /* 2 */
		/* else */;
		goto S_167_0;
S_166_2: /* 3 */
		Uerror("blocking sel in d_step (nr.70, near line 56)");
S_167_0: /* 2 */
		goto S_179_0;
S_178_1: /* 3 */
S_169_0: /* 2 */
		/* else */;
S_177_0: /* 2 */
S_170_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(2==7))&&(18==24))||(((now.status==1)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==6))&&(18==19)))||(((now.status==7)&&(2==6))&&(18==12)))||(((now.status==6)&&(2==5))&&(18==7)))||(((now.status==6)&&(2==5))&&(18==16)))||(((now.status==6)&&(2==5))&&(18==15)))||(((now.status==6)&&(2==5))&&(18==4)))||(((now.status==6)&&(2==4))&&(18==10)))||(((now.status==5)&&(2==4))&&(18==10)))||(((now.status==6)&&(2==4))&&(18==23)))||(((now.status==5)&&(2==4))&&(18==23)))||(((now.status==6)&&(2==3))&&(18==9)))||(((now.status==5)&&(2==3))&&(18==9)))||(((now.status==6)&&(2==7))&&(18==2)))||(((now.status==5)&&(2==7))&&(18==2)))||(((now.status==6)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==21)))||(((now.status==5)&&(2==7))&&(18==17)))||(((now.status==5)&&(2==7))&&(18==11)))||(((now.status==7)&&(2==2))&&(18==1)))||(((now.status==7)&&(2==2))&&(18==20)))||(((now.status==5)&&(2==2))&&(18==18)))||(((now.status==5)&&(2==2))&&(18==13)))||(((now.status==7)&&(2==3))&&(18==3)))||(((now.status==7)&&(2==3))&&(18==14)))||(((now.status==6)&&(2==3))&&(18==14)))||(((now.status==5)&&(2==3))&&(18==14))), "((((((((((((((((((((((((((((((status==1)&&(2==7))&&(18==24))||(((status==1)&&(2==3))&&(18==3)))||(((status==7)&&(2==6))&&(18==19)))||(((status==7)&&(2==6))&&(18==12)))||(((status==6)&&(2==5))&&(18==7)))||(((status==6)&&(2==5))&&(18==16)))||(((status==6)&&(2==5))&&(18==15)))||(((status==6)&&(2==5))&&(18==4)))||(((status==6)&&(2==4))&&(18==10)))||(((status==5)&&(2==4))&&(18==10)))||(((status==6)&&(2==4))&&(18==23)))||(((status==5)&&(2==4))&&(18==23)))||(((status==6)&&(2==3))&&(18==9)))||(((status==5)&&(2==3))&&(18==9)))||(((status==6)&&(2==7))&&(18==2)))||(((status==5)&&(2==7))&&(18==2)))||(((status==6)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==21)))||(((status==5)&&(2==7))&&(18==17)))||(((status==5)&&(2==7))&&(18==11)))||(((status==7)&&(2==2))&&(18==1)))||(((status==7)&&(2==2))&&(18==20)))||(((status==5)&&(2==2))&&(18==18)))||(((status==5)&&(2==2))&&(18==13)))||(((status==7)&&(2==3))&&(18==3)))||(((status==7)&&(2==3))&&(18==14)))||(((status==6)&&(2==3))&&(18==14)))||(((status==5)&&(2==3))&&(18==14)))", II, tt, t);
S_171_0: /* 2 */
		now.status = 2;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_175_0: /* 2 */
S_172_0: /* 2 */
		if (!((((2==4)||(2==3))||(2==2))))
			goto S_175_1;
S_173_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_176_0;
S_175_1: /* 3 */
S_174_0: /* 2 */
		/* else */;
		goto S_176_0;
S_175_2: /* 3 */
		Uerror("blocking sel in d_step (nr.71, near line 56)");
S_176_0: /* 2 */
		goto S_179_0;
		goto S_179_0;
S_178_2: /* 3 */
		Uerror("blocking sel in d_step (nr.72, near line 101)");
S_179_0: /* 2 */
		goto S_200_0;
S_199_5: /* 3 */
S_180_0: /* 2 */
		if (!(((now.answer==2)&&(now.status==6))))
			goto S_199_6;
S_188_0: /* 2 */
S_181_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(7==24))||(((now.status==1)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==6))&&(7==19)))||(((now.status==7)&&(5==6))&&(7==12)))||(((now.status==6)&&(5==5))&&(7==7)))||(((now.status==6)&&(5==5))&&(7==16)))||(((now.status==6)&&(5==5))&&(7==15)))||(((now.status==6)&&(5==5))&&(7==4)))||(((now.status==6)&&(5==4))&&(7==10)))||(((now.status==5)&&(5==4))&&(7==10)))||(((now.status==6)&&(5==4))&&(7==23)))||(((now.status==5)&&(5==4))&&(7==23)))||(((now.status==6)&&(5==3))&&(7==9)))||(((now.status==5)&&(5==3))&&(7==9)))||(((now.status==6)&&(5==7))&&(7==2)))||(((now.status==5)&&(5==7))&&(7==2)))||(((now.status==6)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==21)))||(((now.status==5)&&(5==7))&&(7==17)))||(((now.status==5)&&(5==7))&&(7==11)))||(((now.status==7)&&(5==2))&&(7==1)))||(((now.status==7)&&(5==2))&&(7==20)))||(((now.status==5)&&(5==2))&&(7==18)))||(((now.status==5)&&(5==2))&&(7==13)))||(((now.status==7)&&(5==3))&&(7==3)))||(((now.status==7)&&(5==3))&&(7==14)))||(((now.status==6)&&(5==3))&&(7==14)))||(((now.status==5)&&(5==3))&&(7==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(7==24))||(((status==1)&&(5==3))&&(7==3)))||(((status==7)&&(5==6))&&(7==19)))||(((status==7)&&(5==6))&&(7==12)))||(((status==6)&&(5==5))&&(7==7)))||(((status==6)&&(5==5))&&(7==16)))||(((status==6)&&(5==5))&&(7==15)))||(((status==6)&&(5==5))&&(7==4)))||(((status==6)&&(5==4))&&(7==10)))||(((status==5)&&(5==4))&&(7==10)))||(((status==6)&&(5==4))&&(7==23)))||(((status==5)&&(5==4))&&(7==23)))||(((status==6)&&(5==3))&&(7==9)))||(((status==5)&&(5==3))&&(7==9)))||(((status==6)&&(5==7))&&(7==2)))||(((status==5)&&(5==7))&&(7==2)))||(((status==6)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==21)))||(((status==5)&&(5==7))&&(7==17)))||(((status==5)&&(5==7))&&(7==11)))||(((status==7)&&(5==2))&&(7==1)))||(((status==7)&&(5==2))&&(7==20)))||(((status==5)&&(5==2))&&(7==18)))||(((status==5)&&(5==2))&&(7==13)))||(((status==7)&&(5==3))&&(7==3)))||(((status==7)&&(5==3))&&(7==14)))||(((status==6)&&(5==3))&&(7==14)))||(((status==5)&&(5==3))&&(7==14)))", II, tt, t);
S_182_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_186_0: /* 2 */
S_183_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_186_1;
S_184_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_187_0;
S_186_1: /* 3 */
S_185_0: /* 2 */
		/* else */;
		goto S_187_0;
S_186_2: /* 3 */
		Uerror("blocking sel in d_step (nr.73, near line 56)");
S_187_0: /* 2 */
		goto S_200_0;
		goto S_200_0;
S_199_6: /* 3 */
S_189_0: /* 2 */
		if (!(((now.answer==1)&&(now.status==6))))
			goto S_199_7;
S_197_0: /* 2 */
S_190_0: /* 2 */
		spin_assert(((((((((((((((((((((((((((((((now.status==1)&&(5==7))&&(4==24))||(((now.status==1)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==6))&&(4==19)))||(((now.status==7)&&(5==6))&&(4==12)))||(((now.status==6)&&(5==5))&&(4==7)))||(((now.status==6)&&(5==5))&&(4==16)))||(((now.status==6)&&(5==5))&&(4==15)))||(((now.status==6)&&(5==5))&&(4==4)))||(((now.status==6)&&(5==4))&&(4==10)))||(((now.status==5)&&(5==4))&&(4==10)))||(((now.status==6)&&(5==4))&&(4==23)))||(((now.status==5)&&(5==4))&&(4==23)))||(((now.status==6)&&(5==3))&&(4==9)))||(((now.status==5)&&(5==3))&&(4==9)))||(((now.status==6)&&(5==7))&&(4==2)))||(((now.status==5)&&(5==7))&&(4==2)))||(((now.status==6)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==21)))||(((now.status==5)&&(5==7))&&(4==17)))||(((now.status==5)&&(5==7))&&(4==11)))||(((now.status==7)&&(5==2))&&(4==1)))||(((now.status==7)&&(5==2))&&(4==20)))||(((now.status==5)&&(5==2))&&(4==18)))||(((now.status==5)&&(5==2))&&(4==13)))||(((now.status==7)&&(5==3))&&(4==3)))||(((now.status==7)&&(5==3))&&(4==14)))||(((now.status==6)&&(5==3))&&(4==14)))||(((now.status==5)&&(5==3))&&(4==14))), "((((((((((((((((((((((((((((((status==1)&&(5==7))&&(4==24))||(((status==1)&&(5==3))&&(4==3)))||(((status==7)&&(5==6))&&(4==19)))||(((status==7)&&(5==6))&&(4==12)))||(((status==6)&&(5==5))&&(4==7)))||(((status==6)&&(5==5))&&(4==16)))||(((status==6)&&(5==5))&&(4==15)))||(((status==6)&&(5==5))&&(4==4)))||(((status==6)&&(5==4))&&(4==10)))||(((status==5)&&(5==4))&&(4==10)))||(((status==6)&&(5==4))&&(4==23)))||(((status==5)&&(5==4))&&(4==23)))||(((status==6)&&(5==3))&&(4==9)))||(((status==5)&&(5==3))&&(4==9)))||(((status==6)&&(5==7))&&(4==2)))||(((status==5)&&(5==7))&&(4==2)))||(((status==6)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==21)))||(((status==5)&&(5==7))&&(4==17)))||(((status==5)&&(5==7))&&(4==11)))||(((status==7)&&(5==2))&&(4==1)))||(((status==7)&&(5==2))&&(4==20)))||(((status==5)&&(5==2))&&(4==18)))||(((status==5)&&(5==2))&&(4==13)))||(((status==7)&&(5==3))&&(4==3)))||(((status==7)&&(5==3))&&(4==14)))||(((status==6)&&(5==3))&&(4==14)))||(((status==5)&&(5==3))&&(4==14)))", II, tt, t);
S_191_0: /* 2 */
		now.status = 5;
#ifdef VAR_RANGES
		logval("status", now.status);
#endif
		;
S_195_0: /* 2 */
S_192_0: /* 2 */
		if (!((((5==4)||(5==3))||(5==2))))
			goto S_195_1;
S_193_0: /* 2 */
		now.events = (((int)now.events)+1);
#ifdef VAR_RANGES
		logval("events", ((int)now.events));
#endif
		;
		goto S_196_0;
S_195_1: /* 3 */
S_194_0: /* 2 */
		/* else */;
		goto S_196_0;
S_195_2: /* 3 */
		Uerror("blocking sel in d_step (nr.74, near line 56)");
S_196_0: /* 2 */
		goto S_200_0;
		goto S_200_0;
S_199_7: /* 3 */
S_198_0: /* 2 */
		/* else */;
		goto S_200_0;
S_199_8: /* 3 */
		Uerror("blocking sel in d_step (nr.75, near line 75)");
S_200_0: /* 2 */
		goto S_226_0;
S_225_1: /* 3 */
S_202_0: /* 2 */
		if (!(((now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]==6)&& !(((now.status==6)||(now.status==5))))))
			goto S_225_2;
S_217_0: /* 2 */
S_215_0: /* 2 */
S_203_0: /* 2 */
		if (!((now.answer==7)))
			goto S_215_1;
S_204_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 5;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
S_205_0: /* 2 */
		now.queued[ Index(((P0 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Tab:a]", ((int)now.queued[ Index(((int)((P0 *)_this)->a), 2) ]));
#endif
		;
		goto S_216_0;
S_215_1: /* 3 */
S_206_0: /* 2 */
		if (!((now.answer==5)))
			goto S_215_2;
S_207_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 3;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
		goto S_216_0;
S_215_2: /* 3 */
S_208_0: /* 2 */
		if (!((now.answer==6)))
			goto S_215_3;
S_209_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 4;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
		goto S_216_0;
S_215_3: /* 3 */
S_210_0: /* 2 */
		if (!((now.answer==4)))
			goto S_215_4;
S_211_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 2;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
		goto S_216_0;
S_215_4: /* 3 */
S_212_0: /* 2 */
		if (!((now.answer==3)))
			goto S_215_5;
S_213_0: /* 2 */
		now.attempt[ Index(((P0 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("attempt[Tab:a]", now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]);
#endif
		;
		goto S_216_0;
S_215_5: /* 3 */
S_214_0: /* 2 */
		/* else */;
		goto S_216_0;
S_215_6: /* 3 */
		Uerror("blocking sel in d_step (nr.76, near line 113)");
S_216_0: /* 2 */
		goto S_226_0;
		goto S_226_0;
S_225_2: /* 3 */
S_218_0: /* 2 */
		/* else */;
S_224_0: /* 2 */
S_222_0: /* 2 */
S_219_0: /* 2 */
		if (!(((now.answer==7)&&(now.attempt[ Index(((int)((P0 *)_this)->a), 2) ]!=5))))
			goto S_222_1;
S_220_0: /* 2 */
		now.queued[ Index(((P0 *)_this)->a, 2) ] = 1;
#ifdef VAR_RANGES
		logval("queued[Tab:a]", ((int)now.queued[ Index(((int)((P0 *)_this)->a), 2) ]));
#endif
		;
		goto S_223_0;
S_222_1: /* 3 */
S_221_0: /* 2 */
		/* else */;
		goto S_223_0;
S_222_2: /* 3 */
		Uerror("blocking sel in d_step (nr.77, near line 125)");
S_223_0: /* 2 */
		goto S_226_0;
		goto S_226_0;
S_225_3: /* 3 */
		Uerror("blocking sel in d_step (nr.78, near line 142)");
S_226_0: /* 2 */
S_227_0: /* 2 */
		now.version = (((int)now.version)+1);
#ifdef VAR_RANGES
		logval("version", ((int)now.version));
#endif
		;
S_228_0: /* 2 */
		((P0 *)_this)->hasWritten = 1;
#ifdef VAR_RANGES
		logval("Tab:hasWritten", ((int)((P0 *)_this)->hasWritten));
#endif
		;
		goto S_231_0;
S_230_1: /* 3 */
S_229_0: /* 2 */
		/* else */;
		goto S_231_0;
S_230_2: /* 3 */
		Uerror("blocking sel in d_step (nr.79, near line 140)");
S_231_0: /* 2 */
		goto S_237_0;
S_237_0: /* 1 */

#if defined(C_States) && (HAS_TRACK==1)
		c_update((uchar *) &(now.c_state[0]));
#endif
		_m = 3; goto P999;

	case 126: // STATE 234 - payin.pml:153 - [(hasWritten)] (244:0:2 - 1)
		IfNotBlocked
		reached[0][234] = 1;
		if (!(((int)((P0 *)_this)->hasWritten)))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: hasWritten */  (trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((P0 *)_this)->hasWritten;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P0 *)_this)->hasWritten = 0;
		/* merge: hasWritten = 0(0, 235, 244) */
		reached[0][235] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P0 *)_this)->hasWritten);
		((P0 *)_this)->hasWritten = 0;
#ifdef VAR_RANGES
		logval("Tab:hasWritten", ((int)((P0 *)_this)->hasWritten));
#endif
		;
		/* merge: goto :b1(0, 236, 244) */
		reached[0][236] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 127: // STATE 244 - payin.pml:198 - [a = 255] (0:0:2 - 4)
		IfNotBlocked
		reached[0][244] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)((P0 *)_this)->a);
		((P0 *)_this)->a = 255;
#ifdef VAR_RANGES
		logval("Tab:a", ((int)((P0 *)_this)->a));
#endif
		;
		if (TstOnly) return 1; /* TT */
		/* dead 2: a */  
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P0 *)_this)->a = 0;
		_m = 3; goto P999; /* 0 */
	case 128: // STATE 249 - payin.pml:202 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[0][249] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */
	case  _T5:	/* np_ */
		if (!((!(trpt->o_pm&4) && !(trpt->tau&128))))
			continue;
		/* else fall through */
	case  _T2:	/* true */
		_m = 3; goto P999;
#undef rand
	}

