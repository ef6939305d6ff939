#ifdef PEG
struct T_SRC {
	char *fl; int ln;
} T_SRC[NTRANS];

void
tr_2_src(int m, char *file, int ln)
{	T_SRC[m].fl = file;
	T_SRC[m].ln = ln;
}

void
putpeg(int n, int m)
{	printf("%5d	trans %4d ", m, n);
	printf("%s:%d\n",
		T_SRC[n].fl, T_SRC[n].ln);
}
#endif

void
settable(void)
{	Trans *T;
	Trans *settr(int, int, int, int, int, char *, int, int, int);

	trans = (Trans ***) emalloc(9*sizeof(Trans **));

	/* proctype 7: :init: */

	trans[7] = (Trans **) emalloc(28*sizeof(Trans *));

	T = trans[ 7][26] = settr(945,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(945,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[7][1]	= settr(920,2,11,3,3,"n = 0", 1, 2, 0);
	trans[7][12]	= settr(931,2,11,1,0,".(goto)", 1, 2, 0);
	T = trans[7][11] = settr(930,2,0,0,0,"DO", 1, 2, 0);
	T = T->nxt	= settr(930,2,2,0,0,"DO", 1, 2, 0);
	    T->nxt	= settr(930,2,9,0,0,"DO", 1, 2, 0);
	trans[7][2]	= settr(921,2,5,4,4,"((n<=(2-1)))", 1, 2, 0); /* m: 3 -> 5,0 */
	reached7[3] = 1;
	trans[7][3]	= settr(0,0,0,0,0,"attempt[n] = 7",0,0,0);
	trans[7][4]	= settr(0,0,0,0,0,"acquirer[n] = 7",0,0,0);
	trans[7][5]	= settr(924,2,6,5,5,"(run Acquirer(n))", 1, 2, 0);
	trans[7][6]	= settr(925,2,7,6,6,"(run Inquiries(n))", 1, 2, 0);
	trans[7][7]	= settr(926,2,8,7,7,"(run Notifications(n))", 1, 2, 0);
	trans[7][8]	= settr(927,2,11,8,8,"n = (n+1)", 1, 2, 0);
	trans[7][9]	= settr(928,2,14,2,0,"else", 1, 2, 0);
	trans[7][10]	= settr(929,2,14,1,0,"goto :b10", 1, 2, 0); /* m: 14 -> 0,20 */
	reached7[14] = 1;
	trans[7][13]	= settr(932,2,14,1,0,"break", 1, 2, 0);
	trans[7][14]	= settr(933,2,20,9,9,"n = 1", 1, 2, 0);
	trans[7][21]	= settr(940,2,20,1,0,".(goto)", 1, 2, 0);
	T = trans[7][20] = settr(939,2,0,0,0,"DO", 1, 2, 0);
	T = T->nxt	= settr(939,2,15,0,0,"DO", 1, 2, 0);
	    T->nxt	= settr(939,2,18,0,0,"DO", 1, 2, 0);
	trans[7][15]	= settr(934,2,16,10,0,"((n<=2))", 1, 2, 0);
	trans[7][16]	= settr(935,2,17,11,11,"(run Tab())", 1, 2, 0);
	trans[7][17]	= settr(936,2,20,12,12,"n = (n+1)", 1, 2, 0);
	trans[7][18]	= settr(937,2,23,2,0,"else", 1, 2, 0);
	trans[7][19]	= settr(938,2,23,1,0,"goto :b11", 1, 2, 0);
	trans[7][22]	= settr(941,2,23,1,0,"break", 1, 2, 0);
	trans[7][23]	= settr(942,2,24,13,13,"(run WaitingTime())", 1, 2, 0);
	trans[7][24]	= settr(943,2,25,14,14,"(run Operator())", 1, 2, 0);
	trans[7][25]	= settr(944,0,27,15,15,"(run Audit())", 1, 2, 0);
	trans[7][27]	= settr(946,0,0,16,16,"-end-", 0, 3500, 0);

	/* proctype 6: Audit */

	trans[6] = (Trans **) emalloc(16*sizeof(Trans *));

	trans[6][1]	= settr(905,0,2,17,0,"(timeout)", 1, 3000, 0);
	trans[6][2]	= settr(906,0,3,18,0,"assert((((status==4)||(status==3))||(status==2)))", 1, 2, 0);
	trans[6][3]	= settr(907,0,4,19,0,"assert((events==1))", 1, 2, 0);
	trans[6][4]	= settr(908,0,5,20,0,"assert(((creditedTo!=255)==(status==4)))", 1, 2, 0);
	trans[6][5]	= settr(909,0,12,21,21,"a = 0", 0, 2, 0);
	trans[6][13]	= settr(917,0,12,1,0,".(goto)", 0, 2, 0);
	T = trans[6][12] = settr(916,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(916,0,6,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(916,0,10,0,0,"DO", 0, 2, 0);
	trans[6][6]	= settr(910,0,7,22,0,"((a<=(2-1)))", 0, 2, 0);
	trans[6][7]	= settr(911,0,8,23,0,"assert((attempt[a]!=6))", 1, 2, 0);
	trans[6][8]	= settr(912,0,9,24,0,"assert((((acquirer[a]!=5)||(creditedTo==a))||queued[a]))", 1, 2, 0);
	trans[6][9]	= settr(913,0,12,25,25,"a = (a+1)", 0, 2, 0);
	trans[6][10]	= settr(914,0,15,2,0,"else", 0, 2, 0);
	trans[6][11]	= settr(915,0,15,1,0,"goto :b9", 0, 2, 0);
	trans[6][14]	= settr(918,0,15,1,0,"break", 0, 2, 0);
	trans[6][15]	= settr(919,0,0,26,26,"-end-", 0, 3500, 0);

	/* proctype 5: Operator */

	trans[5] = (Trans **) emalloc(27*sizeof(Trans *));

	T = trans[5][24] = settr(902,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(902,0,11,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(902,0,22,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(902,0,23,0,0,"IF", 0, 2, 0);
	T = trans[ 5][11] = settr(889,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(889,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[5][1]	= settr(879,2,9,27,0,"(!((((status==4)||(status==3))||(status==2))))", 1, 2, 0);
	T = trans[ 5][9] = settr(887,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(887,0,2,0,0,"sub-sequence", 1, 2, 0);
	trans[5][2]	= settr(880,2,7,28,28,"assert(((((((((((((((((((((((((((((((status==1)&&(3==7))&&(14==24))||(((status==1)&&(3==3))&&(14==3)))||(((status==7)&&(3==6))&&(14==19)))||(((status==7)&&(3==6))&&(14==12)))||(((status==6)&&(3==5))&&(14==7)))||(((status==6)&&(3==5))&&(14==16)))||(((status==6)&&(3==5))&&(14==15)))||(((status==6)&&(3==5))&&(14==4)))||(((status==6)&&(3==4))&&(14==10)))||(((status==5)&&(3==4))&&(14==10)))||(((status==6)&&(3==4))&&(14==23)))||(((status==5)&&(3==4))&&(14==23)))||(((status==6)&&(3==3))&&(14==9)))||(((status==5)&&(3==3))&&(14==9)))||(((status==6)&&(3==7))&&(14==2)))||(((status==5)&&(3==7))&&(14==2)))||(((status==6)&&(3==7))&&(14==21)))||(((status==5)&&(3==7))&&(14==21)))||(((status==5)&&(3==7))&&(14==17)))||(((status==5)&&(3==7))&&(14==11)))||(((status==7)&&(3==2))&&(14==1)))||(((status==7)&&(3==2))&&(14==20)))||(((status==5)&&(3==2))&&(14==18)))||(((status==5)&&(3==2))&&(14==13)))||(((status==7)&&(3==3))&&(14==3)))||(((status==7)&&(3==3))&&(14==14)))||(((status==6)&&(3==3))&&(14==14)))||(((status==5)&&(3==3))&&(14==14))))", 1, 2, 0); /* m: 3 -> 0,7 */
	reached5[3] = 1;
	trans[5][3]	= settr(0,0,0,0,0,"status = 3",0,0,0);
	T = trans[5][7] = settr(885,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(885,2,4,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(885,2,6,0,0,"IF", 1, 2, 0);
	trans[5][4]	= settr(882,0,26,29,29,"((((3==4)||(3==3))||(3==2)))", 1, 2, 0); /* m: 5 -> 26,0 */
	reached5[5] = 1;
	trans[5][5]	= settr(0,0,0,0,0,"events = (events+1)",0,0,0);
	trans[5][8]	= settr(886,0,26,30,30,".(goto)", 1, 2, 0); /* m: 10 -> 0,26 */
	reached5[10] = 1;
	trans[5][6]	= settr(884,2,8,2,0,"else", 1, 2, 0);
	trans[5][10]	= settr(0,0,0,0,0,"version = (version+1)",0,0,0);
	trans[5][25]	= settr(903,0,26,1,0,".(goto)", 0, 2, 0);
	T = trans[ 5][22] = settr(900,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(900,2,12,0,0,"ATOMIC", 1, 2, 0);
	trans[5][12]	= settr(890,2,20,31,0,"((status==7))", 1, 2, 0);
	T = trans[ 5][20] = settr(898,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(898,0,13,0,0,"sub-sequence", 1, 2, 0);
	trans[5][13]	= settr(891,2,18,32,32,"assert(((((((((((((((((((((((((((((((status==1)&&(2==7))&&(20==24))||(((status==1)&&(2==3))&&(20==3)))||(((status==7)&&(2==6))&&(20==19)))||(((status==7)&&(2==6))&&(20==12)))||(((status==6)&&(2==5))&&(20==7)))||(((status==6)&&(2==5))&&(20==16)))||(((status==6)&&(2==5))&&(20==15)))||(((status==6)&&(2==5))&&(20==4)))||(((status==6)&&(2==4))&&(20==10)))||(((status==5)&&(2==4))&&(20==10)))||(((status==6)&&(2==4))&&(20==23)))||(((status==5)&&(2==4))&&(20==23)))||(((status==6)&&(2==3))&&(20==9)))||(((status==5)&&(2==3))&&(20==9)))||(((status==6)&&(2==7))&&(20==2)))||(((status==5)&&(2==7))&&(20==2)))||(((status==6)&&(2==7))&&(20==21)))||(((status==5)&&(2==7))&&(20==21)))||(((status==5)&&(2==7))&&(20==17)))||(((status==5)&&(2==7))&&(20==11)))||(((status==7)&&(2==2))&&(20==1)))||(((status==7)&&(2==2))&&(20==20)))||(((status==5)&&(2==2))&&(20==18)))||(((status==5)&&(2==2))&&(20==13)))||(((status==7)&&(2==3))&&(20==3)))||(((status==7)&&(2==3))&&(20==14)))||(((status==6)&&(2==3))&&(20==14)))||(((status==5)&&(2==3))&&(20==14))))", 1, 2, 0); /* m: 14 -> 0,18 */
	reached5[14] = 1;
	trans[5][14]	= settr(0,0,0,0,0,"status = 2",0,0,0);
	T = trans[5][18] = settr(896,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(896,2,15,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(896,2,17,0,0,"IF", 1, 2, 0);
	trans[5][15]	= settr(893,0,26,33,33,"((((2==4)||(2==3))||(2==2)))", 1, 2, 0); /* m: 16 -> 26,0 */
	reached5[16] = 1;
	trans[5][16]	= settr(0,0,0,0,0,"events = (events+1)",0,0,0);
	trans[5][19]	= settr(897,0,26,34,34,".(goto)", 1, 2, 0); /* m: 21 -> 0,26 */
	reached5[21] = 1;
	trans[5][17]	= settr(895,2,19,2,0,"else", 1, 2, 0);
	trans[5][21]	= settr(0,0,0,0,0,"version = (version+1)",0,0,0);
	trans[5][23]	= settr(901,0,26,1,0,"(1)", 0, 2, 0);
	trans[5][26]	= settr(904,0,0,35,35,"-end-", 0, 3500, 0);

	/* proctype 4: WaitingTime */

	trans[4] = (Trans **) emalloc(19*sizeof(Trans *));

	trans[4][16]	= settr(876,0,15,1,0,".(goto)", 0, 2, 0);
	T = trans[4][15] = settr(875,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(875,0,3,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(875,0,14,0,0,"DO", 0, 2, 0);
	T = trans[ 4][3] = settr(863,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(863,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[4][1]	= settr(861,0,15,36,36,"(!(expired))", 1, 2, 0); /* m: 2 -> 15,0 */
	reached4[2] = 1;
	trans[4][2]	= settr(0,0,0,0,0,"expired = 1",0,0,0);
	T = trans[ 4][14] = settr(874,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(874,2,4,0,0,"ATOMIC", 1, 2, 0);
	trans[4][4]	= settr(864,2,12,37,0,"((expired&&(status==7)))", 1, 2, 0);
	T = trans[ 4][12] = settr(872,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(872,0,5,0,0,"sub-sequence", 1, 2, 0);
	trans[4][5]	= settr(865,2,10,38,38,"assert(((((((((((((((((((((((((((((((status==1)&&(2==7))&&(1==24))||(((status==1)&&(2==3))&&(1==3)))||(((status==7)&&(2==6))&&(1==19)))||(((status==7)&&(2==6))&&(1==12)))||(((status==6)&&(2==5))&&(1==7)))||(((status==6)&&(2==5))&&(1==16)))||(((status==6)&&(2==5))&&(1==15)))||(((status==6)&&(2==5))&&(1==4)))||(((status==6)&&(2==4))&&(1==10)))||(((status==5)&&(2==4))&&(1==10)))||(((status==6)&&(2==4))&&(1==23)))||(((status==5)&&(2==4))&&(1==23)))||(((status==6)&&(2==3))&&(1==9)))||(((status==5)&&(2==3))&&(1==9)))||(((status==6)&&(2==7))&&(1==2)))||(((status==5)&&(2==7))&&(1==2)))||(((status==6)&&(2==7))&&(1==21)))||(((status==5)&&(2==7))&&(1==21)))||(((status==5)&&(2==7))&&(1==17)))||(((status==5)&&(2==7))&&(1==11)))||(((status==7)&&(2==2))&&(1==1)))||(((status==7)&&(2==2))&&(1==20)))||(((status==5)&&(2==2))&&(1==18)))||(((status==5)&&(2==2))&&(1==13)))||(((status==7)&&(2==3))&&(1==3)))||(((status==7)&&(2==3))&&(1==14)))||(((status==6)&&(2==3))&&(1==14)))||(((status==5)&&(2==3))&&(1==14))))", 1, 2, 0); /* m: 6 -> 0,10 */
	reached4[6] = 1;
	trans[4][6]	= settr(0,0,0,0,0,"status = 2",0,0,0);
	T = trans[4][10] = settr(870,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(870,2,7,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(870,2,9,0,0,"IF", 1, 2, 0);
	trans[4][7]	= settr(867,0,15,39,39,"((((2==4)||(2==3))||(2==2)))", 1, 2, 0); /* m: 8 -> 15,0 */
	reached4[8] = 1;
	trans[4][8]	= settr(0,0,0,0,0,"events = (events+1)",0,0,0);
	trans[4][11]	= settr(871,0,15,40,40,".(goto)", 1, 2, 0); /* m: 13 -> 0,15 */
	reached4[13] = 1;
	trans[4][9]	= settr(869,2,11,2,0,"else", 1, 2, 0);
	trans[4][13]	= settr(0,0,0,0,0,"version = (version+1)",0,0,0);
	trans[4][17]	= settr(877,0,18,1,0,"break", 0, 2, 0);
	trans[4][18]	= settr(878,0,0,41,41,"-end-", 0, 3500, 0);

	/* proctype 3: Notifications */

	trans[3] = (Trans **) emalloc(198*sizeof(Trans *));

	trans[3][195]	= settr(858,0,194,1,0,".(goto)", 0, 2, 0);
	T = trans[3][194] = settr(857,0,0,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(857,0,18,0,0,"DO", 0, 2, 0);
	T = trans[ 3][18] = settr(681,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(681,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[3][1]	= settr(664,2,17,42,0,"((notices[a]>0))", 1, 2, 0);
	T = trans[ 3][17] = settr(680,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(680,0,15,0,0,"sub-sequence", 1, 2, 0);
	T = trans[3][15] = settr(678,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(678,2,2,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(678,2,4,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(678,2,6,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(678,2,8,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(678,2,10,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(678,2,12,0,0,"IF", 1, 2, 0);
	trans[3][2]	= settr(665,4,192,43,43,"(((acquirer[a]==5)||(acquirer[a]==1)))", 1, 2, 0); /* m: 3 -> 192,0 */
	reached3[3] = 1;
	trans[3][3]	= settr(0,0,0,0,0,"answer = 7",0,0,0);
	trans[3][16]	= settr(679,0,192,44,44,".(goto)", 1, 2, 0);
	trans[3][4]	= settr(667,4,192,45,45,"((acquirer[a]==4))", 1, 2, 0); /* m: 5 -> 192,0 */
	reached3[5] = 1;
	trans[3][5]	= settr(0,0,0,0,0,"answer = 6",0,0,0);
	trans[3][6]	= settr(669,4,192,46,46,"((acquirer[a]==3))", 1, 2, 0); /* m: 7 -> 192,0 */
	reached3[7] = 1;
	trans[3][7]	= settr(0,0,0,0,0,"answer = 5",0,0,0);
	trans[3][8]	= settr(671,4,192,47,47,"((acquirer[a]==2))", 1, 2, 0); /* m: 9 -> 192,0 */
	reached3[9] = 1;
	trans[3][9]	= settr(0,0,0,0,0,"answer = 3",0,0,0);
	trans[3][10]	= settr(673,4,192,48,48,"((acquirer[a]==6))", 1, 2, 0); /* m: 11 -> 192,0 */
	reached3[11] = 1;
	trans[3][11]	= settr(0,0,0,0,0,"answer = 2",0,0,0);
	trans[3][12]	= settr(675,4,192,49,49,"((acquirer[a]==7))", 1, 2, 0); /* m: 13 -> 192,0 */
	reached3[13] = 1;
	trans[3][13]	= settr(0,0,0,0,0,"answer = 4",0,0,0);
	trans[3][14]	= settr(0,0,0,0,0,"refusedForEver[a] = 1",0,0,0);
	T = trans[ 3][192] = settr(855,0,0,0,0,"sub-sequence", 0, 2, 0);
	T->nxt	= settr(855,0,189,0,0,"sub-sequence", 0, 2, 0);
	trans[3][190]	= settr(853,0,189,1,0,".(goto)", 0, 2, 0);
	T = trans[3][189] = settr(852,0,0,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(852,0,20,0,0,"DO", 0, 2, 0);
/*->*/	trans[3][20]	= settr(683,32,25,50,50,"D_STEP134", 1, 2, 0);
	T = trans[3][25] = settr(688,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(688,0,21,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(688,0,24,0,0,"IF", 0, 2, 0);
	trans[3][21]	= settr(684,0,22,51,0,"((crashes<1))", 1, 2, 0);
	trans[3][22]	= settr(685,0,194,52,52,"crashes = (crashes+1)", 1, 2, 0);
	trans[3][23]	= settr(686,0,194,1,0,"goto died", 0, 2, 0);
	trans[3][26]	= settr(689,0,182,1,0,".(goto)", 0, 2, 0);
	trans[3][24]	= settr(687,0,182,1,0,"(1)", 0, 2, 0);
/*->*/	trans[3][182]	= settr(845,32,187,53,53,"D_STEP139", 1, 2, 0);
	T = trans[3][187] = settr(850,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(850,0,183,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(850,0,186,0,0,"IF", 0, 2, 0);
	trans[3][183]	= settr(846,0,193,54,54,"(hasWritten)", 0, 2, 0); /* m: 184 -> 193,0 */
	reached3[184] = 1;
	trans[3][184]	= settr(0,0,0,0,0,"hasWritten = 0",0,0,0);
	trans[3][185]	= settr(848,0,193,1,0,"goto :b7", 0, 2, 0);
	trans[3][188]	= settr(851,0,189,1,0,".(goto)", 0, 2, 0);
	trans[3][186]	= settr(849,0,189,2,0,"else", 0, 2, 0);
	trans[3][191]	= settr(854,0,193,1,0,"break", 0, 2, 0);
	trans[3][193]	= settr(856,0,194,55,55,"notices[a] = (notices[a]-1)", 1, 2, 0);
	trans[3][196]	= settr(859,0,197,1,0,"break", 0, 2, 0);
	trans[3][197]	= settr(860,0,0,56,56,"-end-", 0, 3500, 0);

	/* proctype 2: Inquiries */

	trans[2] = (Trans **) emalloc(379*sizeof(Trans *));

	trans[2][376]	= settr(661,0,375,1,0,".(goto)", 0, 2, 0);
	T = trans[2][375] = settr(660,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(660,0,18,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(660,0,200,0,0,"DO", 0, 2, 0);
	T = trans[ 2][18] = settr(303,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(303,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[2][1]	= settr(286,2,17,57,0,"(((attempt[a]==6)&&(acquirer[a]!=6)))", 1, 2, 0);
	T = trans[ 2][17] = settr(302,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(302,0,15,0,0,"sub-sequence", 1, 2, 0);
	T = trans[2][15] = settr(300,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(300,2,2,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(300,2,4,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(300,2,6,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(300,2,8,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(300,2,10,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(300,2,12,0,0,"IF", 1, 2, 0);
	trans[2][2]	= settr(287,4,192,58,58,"(((acquirer[a]==5)||(acquirer[a]==1)))", 1, 2, 0); /* m: 3 -> 192,0 */
	reached2[3] = 1;
	trans[2][3]	= settr(0,0,0,0,0,"answer = 7",0,0,0);
	trans[2][16]	= settr(301,0,192,59,59,".(goto)", 1, 2, 0);
	trans[2][4]	= settr(289,4,192,60,60,"((acquirer[a]==4))", 1, 2, 0); /* m: 5 -> 192,0 */
	reached2[5] = 1;
	trans[2][5]	= settr(0,0,0,0,0,"answer = 6",0,0,0);
	trans[2][6]	= settr(291,4,192,61,61,"((acquirer[a]==3))", 1, 2, 0); /* m: 7 -> 192,0 */
	reached2[7] = 1;
	trans[2][7]	= settr(0,0,0,0,0,"answer = 5",0,0,0);
	trans[2][8]	= settr(293,4,192,62,62,"((acquirer[a]==2))", 1, 2, 0); /* m: 9 -> 192,0 */
	reached2[9] = 1;
	trans[2][9]	= settr(0,0,0,0,0,"answer = 3",0,0,0);
	trans[2][10]	= settr(295,4,192,63,63,"((acquirer[a]==6))", 1, 2, 0); /* m: 11 -> 192,0 */
	reached2[11] = 1;
	trans[2][11]	= settr(0,0,0,0,0,"answer = 2",0,0,0);
	trans[2][12]	= settr(297,4,192,64,64,"((acquirer[a]==7))", 1, 2, 0); /* m: 13 -> 192,0 */
	reached2[13] = 1;
	trans[2][13]	= settr(0,0,0,0,0,"answer = 4",0,0,0);
	trans[2][14]	= settr(0,0,0,0,0,"refusedForEver[a] = 1",0,0,0);
	T = trans[ 2][192] = settr(477,0,0,0,0,"sub-sequence", 0, 2, 0);
	T->nxt	= settr(477,0,189,0,0,"sub-sequence", 0, 2, 0);
	trans[2][190]	= settr(475,0,189,1,0,".(goto)", 0, 2, 0);
	T = trans[2][189] = settr(474,0,0,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(474,0,20,0,0,"DO", 0, 2, 0);
/*->*/	trans[2][20]	= settr(305,32,25,65,65,"D_STEP134", 1, 2, 0);
	T = trans[2][25] = settr(310,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(310,0,21,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(310,0,24,0,0,"IF", 0, 2, 0);
	trans[2][21]	= settr(306,0,22,66,0,"((crashes<1))", 1, 2, 0);
	trans[2][22]	= settr(307,0,375,67,67,"crashes = (crashes+1)", 1, 2, 0);
	trans[2][23]	= settr(308,0,375,1,0,"goto died", 0, 2, 0);
	trans[2][26]	= settr(311,0,182,1,0,".(goto)", 0, 2, 0);
	trans[2][24]	= settr(309,0,182,1,0,"(1)", 0, 2, 0);
/*->*/	trans[2][182]	= settr(467,32,187,68,68,"D_STEP139", 1, 2, 0);
	T = trans[2][187] = settr(472,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(472,0,183,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(472,0,186,0,0,"IF", 0, 2, 0);
	trans[2][183]	= settr(468,0,375,69,69,"(hasWritten)", 0, 2, 0); /* m: 184 -> 375,0 */
	reached2[184] = 1;
	trans[2][184]	= settr(0,0,0,0,0,"hasWritten = 0",0,0,0);
	trans[2][185]	= settr(470,0,375,1,0,"goto :b4", 0, 2, 0);
	trans[2][188]	= settr(473,0,189,1,0,".(goto)", 0, 2, 0);
	trans[2][186]	= settr(471,0,189,2,0,"else", 0, 2, 0);
	trans[2][191]	= settr(476,0,375,1,0,"break", 0, 2, 0);
	T = trans[ 2][200] = settr(485,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(485,2,193,0,0,"ATOMIC", 1, 2, 0);
	trans[2][193]	= settr(478,2,198,70,70,"(((attempt[a]==6)&&(silences<1)))", 1, 2, 0); /* m: 194 -> 198,0 */
	reached2[194] = 1;
	trans[2][194]	= settr(0,0,0,0,0,"silences = (silences+1)",0,0,0);
	T = trans[2][198] = settr(483,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(483,2,195,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(483,2,197,0,0,"IF", 1, 2, 0);
	trans[2][195]	= settr(480,4,374,71,71,"((acquirer[a]==6))", 1, 2, 0); /* m: 196 -> 374,0 */
	reached2[196] = 1;
	trans[2][196]	= settr(0,0,0,0,0,"answer = 2",0,0,0);
	trans[2][199]	= settr(484,0,374,72,72,".(goto)", 1, 2, 0);
	trans[2][197]	= settr(482,4,374,73,73,"answer = 1", 1, 2, 0); /* m: 199 -> 0,374 */
	reached2[199] = 1;
	T = trans[ 2][374] = settr(659,0,0,0,0,"sub-sequence", 0, 2, 0);
	T->nxt	= settr(659,0,371,0,0,"sub-sequence", 0, 2, 0);
	trans[2][372]	= settr(657,0,371,1,0,".(goto)", 0, 2, 0);
	T = trans[2][371] = settr(656,0,0,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(656,0,202,0,0,"DO", 0, 2, 0);
/*->*/	trans[2][202]	= settr(487,32,207,74,74,"D_STEP134", 1, 2, 0);
	T = trans[2][207] = settr(492,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(492,0,203,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(492,0,206,0,0,"IF", 0, 2, 0);
	trans[2][203]	= settr(488,0,204,75,0,"((crashes<1))", 1, 2, 0);
	trans[2][204]	= settr(489,0,375,76,76,"crashes = (crashes+1)", 1, 2, 0);
	trans[2][205]	= settr(490,0,375,1,0,"goto died", 0, 2, 0);
	trans[2][208]	= settr(493,0,364,1,0,".(goto)", 0, 2, 0);
	trans[2][206]	= settr(491,0,364,1,0,"(1)", 0, 2, 0);
/*->*/	trans[2][364]	= settr(649,32,369,77,77,"D_STEP139", 1, 2, 0);
	T = trans[2][369] = settr(654,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(654,0,365,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(654,0,368,0,0,"IF", 0, 2, 0);
	trans[2][365]	= settr(650,0,375,78,78,"(hasWritten)", 0, 2, 0); /* m: 366 -> 375,0 */
	reached2[366] = 1;
	trans[2][366]	= settr(0,0,0,0,0,"hasWritten = 0",0,0,0);
	trans[2][367]	= settr(652,0,375,1,0,"goto :b5", 0, 2, 0);
	trans[2][370]	= settr(655,0,371,1,0,".(goto)", 0, 2, 0);
	trans[2][368]	= settr(653,0,371,2,0,"else", 0, 2, 0);
	trans[2][373]	= settr(658,0,375,1,0,"break", 0, 2, 0);
	trans[2][377]	= settr(662,0,378,1,0,"break", 0, 2, 0);
	trans[2][378]	= settr(663,0,0,79,79,"-end-", 0, 3500, 0);

	/* proctype 1: Acquirer */

	trans[1] = (Trans **) emalloc(38*sizeof(Trans *));

	trans[1][35]	= settr(283,0,34,1,0,".(goto)", 0, 2, 0);
	T = trans[1][34] = settr(282,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(282,0,9,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(282,0,18,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(282,0,26,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(282,0,33,0,0,"DO", 0, 2, 0);
	T = trans[ 1][9] = settr(257,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(257,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[1][1]	= settr(249,2,7,80,0,"(((sent[a]&&(acquirer[a]==7))&&!(refusedForEver[a])))", 1, 2, 0);
	T = trans[1][7] = settr(255,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(255,2,2,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(255,2,4,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(255,2,5,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(255,2,6,0,0,"IF", 1, 2, 0);
	trans[1][2]	= settr(250,0,34,81,81,"acquirer[a] = 5", 1, 2, 0); /* m: 3 -> 0,34 */
	reached1[3] = 1;
	trans[1][3]	= settr(0,0,0,0,0,"notices[a] = 2",0,0,0);
	trans[1][8]	= settr(256,0,34,82,82,".(goto)", 1, 2, 0);
	trans[1][4]	= settr(252,0,34,83,83,"acquirer[a] = 4", 1, 2, 0); /* m: 8 -> 0,34 */
	reached1[8] = 1;
	trans[1][5]	= settr(253,0,34,84,84,"acquirer[a] = 3", 1, 2, 0); /* m: 8 -> 0,34 */
	reached1[8] = 1;
	trans[1][6]	= settr(254,0,34,85,85,"acquirer[a] = 6", 1, 2, 0); /* m: 8 -> 0,34 */
	reached1[8] = 1;
	T = trans[ 1][18] = settr(266,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(266,2,10,0,0,"ATOMIC", 1, 2, 0);
	trans[1][10]	= settr(258,2,16,86,0,"((acquirer[a]==6))", 1, 2, 0);
	T = trans[1][16] = settr(264,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(264,2,11,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(264,2,13,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(264,2,15,0,0,"IF", 1, 2, 0);
	trans[1][11]	= settr(259,0,34,87,87,"acquirer[a] = 5", 1, 2, 0); /* m: 12 -> 0,34 */
	reached1[12] = 1;
	trans[1][12]	= settr(0,0,0,0,0,"notices[a] = 1",0,0,0);
	trans[1][17]	= settr(265,0,34,88,88,".(goto)", 1, 2, 0);
	trans[1][13]	= settr(261,0,34,89,89,"acquirer[a] = 4", 1, 2, 0); /* m: 14 -> 0,34 */
	reached1[14] = 1;
	trans[1][14]	= settr(0,0,0,0,0,"notices[a] = 1",0,0,0);
	trans[1][15]	= settr(263,0,34,90,90,"acquirer[a] = 2", 1, 2, 0); /* m: 17 -> 0,34 */
	reached1[17] = 1;
	T = trans[ 1][26] = settr(274,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(274,2,19,0,0,"ATOMIC", 1, 2, 0);
	trans[1][19]	= settr(267,2,24,91,91,"(((((acquirer[a]==4)||(acquirer[a]==3))||(acquirer[a]==2))&&!(contradicted)))", 1, 2, 0); /* m: 20 -> 24,0 */
	reached1[20] = 1;
	trans[1][20]	= settr(0,0,0,0,0,"contradicted = 1",0,0,0);
	T = trans[1][24] = settr(272,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(272,2,21,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(272,2,23,0,0,"IF", 1, 2, 0);
	trans[1][21]	= settr(269,0,34,92,92,"acquirer[a] = 5", 1, 2, 0); /* m: 22 -> 0,34 */
	reached1[22] = 1;
	trans[1][22]	= settr(0,0,0,0,0,"notices[a] = 1",0,0,0);
	trans[1][25]	= settr(273,0,34,93,93,".(goto)", 1, 2, 0);
	trans[1][23]	= settr(271,0,34,94,94,"(1)", 1, 2, 0); /* m: 25 -> 34,0 */
	reached1[25] = 1;
	T = trans[ 1][33] = settr(281,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(281,2,27,0,0,"ATOMIC", 1, 2, 0);
	trans[1][27]	= settr(275,2,31,95,95,"(((queued[a]&&(acquirer[a]==5))&&!(voidAsked)))", 1, 2, 0); /* m: 28 -> 31,0 */
	reached1[28] = 1;
	trans[1][28]	= settr(0,0,0,0,0,"voidAsked = 1",0,0,0);
	T = trans[1][31] = settr(279,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(279,2,29,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(279,2,30,0,0,"IF", 1, 2, 0);
	trans[1][29]	= settr(277,0,34,96,96,"acquirer[a] = 1", 1, 2, 0); /* m: 32 -> 0,34 */
	reached1[32] = 1;
	trans[1][32]	= settr(280,0,34,97,97,".(goto)", 1, 2, 0);
	trans[1][30]	= settr(278,0,34,98,98,"(1)", 1, 2, 0); /* m: 32 -> 34,0 */
	reached1[32] = 1;
	trans[1][36]	= settr(284,0,37,1,0,"break", 0, 2, 0);
	trans[1][37]	= settr(285,0,0,99,99,"-end-", 0, 3500, 0);

	/* proctype 0: Tab */

	trans[0] = (Trans **) emalloc(250*sizeof(Trans *));

	trans[0][246]	= settr(245,0,245,1,0,".(goto)", 0, 2, 0);
	T = trans[0][245] = settr(244,0,0,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(244,0,7,0,0,"DO", 0, 2, 0);
	T = trans[ 0][7] = settr(6,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(6,2,5,0,0,"ATOMIC", 1, 2, 0);
	T = trans[0][5] = settr(4,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(4,2,1,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(4,2,3,0,0,"IF", 1, 2, 0);
	trans[0][1]	= settr(0,4,14,100,100,"((((status==7)&&!(expired))&&(made<2)))", 1, 2, 0); /* m: 2 -> 14,0 */
	reached0[2] = 1;
	trans[0][2]	= settr(0,0,0,0,0,"readVersion = version",0,0,0);
	trans[0][6]	= settr(5,0,14,1,0,".(goto)", 1, 2, 0);
	trans[0][3]	= settr(2,4,248,101,101,"((((((status==4)||(status==3))||(status==2))||expired)||(made==2)))", 1, 2, 0); /* m: 4 -> 248,0 */
	reached0[4] = 1;
	trans[0][4]	= settr(3,0,248,1,0,"goto closed", 1, 2, 0);
	T = trans[ 0][14] = settr(13,0,0,0,0,"sub-sequence", 0, 2, 0);
	T->nxt	= settr(13,0,12,0,0,"sub-sequence", 0, 2, 0);
	T = trans[0][12] = settr(11,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(11,0,8,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(11,0,11,0,0,"IF", 0, 2, 0);
	trans[0][8]	= settr(7,0,9,102,0,"((crashes<1))", 1, 2, 0);
	trans[0][9]	= settr(8,0,248,103,103,"crashes = (crashes+1)", 1, 2, 0);
	trans[0][10]	= settr(9,0,248,1,0,"goto died", 0, 2, 0);
	trans[0][13]	= settr(12,0,32,1,0,".(goto)", 0, 2, 0);
	trans[0][11]	= settr(10,0,32,1,0,"(1)", 0, 2, 0);
	T = trans[ 0][32] = settr(31,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(31,2,30,0,0,"ATOMIC", 1, 2, 0);
	T = trans[0][30] = settr(29,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(29,2,15,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(29,2,28,0,0,"IF", 1, 2, 0);
	trans[0][15]	= settr(14,2,26,104,104,"((version==readVersion))", 1, 2, 0); /* m: 16 -> 26,0 */
	reached0[16] = 1;
	trans[0][16]	= settr(0,0,0,0,0,"a = made",0,0,0);
	trans[0][17]	= settr(0,0,0,0,0,"made = (made+1)",0,0,0);
	trans[0][18]	= settr(0,0,0,0,0,"attempt[a] = 6",0,0,0);
	T = trans[ 0][26] = settr(25,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(25,0,19,0,0,"sub-sequence", 1, 2, 0);
	trans[0][19]	= settr(18,2,24,105,105,"assert(((((((((((((((((((((((((((((((status==1)&&(6==7))&&(19==24))||(((status==1)&&(6==3))&&(19==3)))||(((status==7)&&(6==6))&&(19==19)))||(((status==7)&&(6==6))&&(19==12)))||(((status==6)&&(6==5))&&(19==7)))||(((status==6)&&(6==5))&&(19==16)))||(((status==6)&&(6==5))&&(19==15)))||(((status==6)&&(6==5))&&(19==4)))||(((status==6)&&(6==4))&&(19==10)))||(((status==5)&&(6==4))&&(19==10)))||(((status==6)&&(6==4))&&(19==23)))||(((status==5)&&(6==4))&&(19==23)))||(((status==6)&&(6==3))&&(19==9)))||(((status==5)&&(6==3))&&(19==9)))||(((status==6)&&(6==7))&&(19==2)))||(((status==5)&&(6==7))&&(19==2)))||(((status==6)&&(6==7))&&(19==21)))||(((status==5)&&(6==7))&&(19==21)))||(((status==5)&&(6==7))&&(19==17)))||(((status==5)&&(6==7))&&(19==11)))||(((status==7)&&(6==2))&&(19==1)))||(((status==7)&&(6==2))&&(19==20)))||(((status==5)&&(6==2))&&(19==18)))||(((status==5)&&(6==2))&&(19==13)))||(((status==7)&&(6==3))&&(19==3)))||(((status==7)&&(6==3))&&(19==14)))||(((status==6)&&(6==3))&&(19==14)))||(((status==5)&&(6==3))&&(19==14))))", 1, 2, 0); /* m: 20 -> 0,24 */
	reached0[20] = 1;
	trans[0][20]	= settr(0,0,0,0,0,"status = 6",0,0,0);
	T = trans[0][24] = settr(23,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(23,2,21,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(23,2,23,0,0,"IF", 1, 2, 0);
	trans[0][21]	= settr(20,4,39,106,106,"((((6==4)||(6==3))||(6==2)))", 1, 2, 0); /* m: 22 -> 39,0 */
	reached0[22] = 1;
	trans[0][22]	= settr(0,0,0,0,0,"events = (events+1)",0,0,0);
	trans[0][25]	= settr(24,2,27,1,0,".(goto)", 1, 2, 0); /* m: 27 -> 0,39 */
	reached0[27] = 1;
	trans[0][23]	= settr(22,2,27,2,0,"else", 1, 2, 0);
	trans[0][27]	= settr(26,4,39,107,107,"version = (version+1)", 1, 2, 0); /* m: 31 -> 0,39 */
	reached0[31] = 1;
	trans[0][31]	= settr(30,0,39,1,0,".(goto)", 1, 2, 0);
	trans[0][28]	= settr(27,2,29,2,0,"else", 1, 2, 0);
	trans[0][29]	= settr(28,0,244,1,0,"goto again", 1, 2, 0);
	T = trans[ 0][39] = settr(38,0,0,0,0,"sub-sequence", 0, 2, 0);
	T->nxt	= settr(38,0,37,0,0,"sub-sequence", 0, 2, 0);
	T = trans[0][37] = settr(36,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(36,0,33,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(36,0,36,0,0,"IF", 0, 2, 0);
	trans[0][33]	= settr(32,0,34,108,0,"((crashes<1))", 1, 2, 0);
	trans[0][34]	= settr(33,0,248,109,109,"crashes = (crashes+1)", 1, 2, 0);
	trans[0][35]	= settr(34,0,248,1,0,"goto died", 0, 2, 0);
	trans[0][38]	= settr(37,0,40,1,0,".(goto)", 0, 2, 0);
	trans[0][36]	= settr(35,0,40,1,0,"(1)", 0, 2, 0);
	trans[0][40]	= settr(39,0,61,110,110,"sent[a] = 1", 1, 2, 0);
	T = trans[0][61] = settr(60,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(60,0,58,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(60,0,60,0,0,"IF", 0, 2, 0);
	T = trans[ 0][58] = settr(57,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(57,2,41,0,0,"ATOMIC", 1, 2, 0);
	trans[0][41]	= settr(40,2,57,111,0,"((acquirer[a]!=7))", 1, 2, 0);
	T = trans[ 0][57] = settr(56,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(56,0,55,0,0,"sub-sequence", 1, 2, 0);
	T = trans[0][55] = settr(54,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(54,2,42,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(54,2,44,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(54,2,46,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(54,2,48,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(54,2,50,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(54,2,52,0,0,"IF", 1, 2, 0);
	trans[0][42]	= settr(41,0,69,112,112,"(((acquirer[a]==5)||(acquirer[a]==1)))", 1, 2, 0); /* m: 43 -> 69,0 */
	reached0[43] = 1;
	trans[0][43]	= settr(0,0,0,0,0,"answer = 7",0,0,0);
	trans[0][56]	= settr(55,0,69,113,113,".(goto)", 1, 2, 0);
	trans[0][44]	= settr(43,0,69,114,114,"((acquirer[a]==4))", 1, 2, 0); /* m: 45 -> 69,0 */
	reached0[45] = 1;
	trans[0][45]	= settr(0,0,0,0,0,"answer = 6",0,0,0);
	trans[0][46]	= settr(45,0,69,115,115,"((acquirer[a]==3))", 1, 2, 0); /* m: 47 -> 69,0 */
	reached0[47] = 1;
	trans[0][47]	= settr(0,0,0,0,0,"answer = 5",0,0,0);
	trans[0][48]	= settr(47,0,69,116,116,"((acquirer[a]==2))", 1, 2, 0); /* m: 49 -> 69,0 */
	reached0[49] = 1;
	trans[0][49]	= settr(0,0,0,0,0,"answer = 3",0,0,0);
	trans[0][50]	= settr(49,0,69,117,117,"((acquirer[a]==6))", 1, 2, 0); /* m: 51 -> 69,0 */
	reached0[51] = 1;
	trans[0][51]	= settr(0,0,0,0,0,"answer = 2",0,0,0);
	trans[0][52]	= settr(51,0,69,118,118,"((acquirer[a]==7))", 1, 2, 0); /* m: 53 -> 69,0 */
	reached0[53] = 1;
	trans[0][53]	= settr(0,0,0,0,0,"answer = 4",0,0,0);
	trans[0][54]	= settr(0,0,0,0,0,"refusedForEver[a] = 1",0,0,0);
	trans[0][62]	= settr(61,0,69,1,0,".(goto)", 0, 2, 0);
	T = trans[ 0][60] = settr(59,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(59,2,59,0,0,"ATOMIC", 1, 2, 0);
	trans[0][59]	= settr(58,0,69,119,119,"answer = 1", 1, 2, 0);
	T = trans[ 0][69] = settr(68,0,0,0,0,"sub-sequence", 0, 2, 0);
	T->nxt	= settr(68,0,67,0,0,"sub-sequence", 0, 2, 0);
	T = trans[0][67] = settr(66,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(66,0,63,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(66,0,66,0,0,"IF", 0, 2, 0);
	trans[0][63]	= settr(62,0,64,120,0,"((crashes<1))", 1, 2, 0);
	trans[0][64]	= settr(63,0,248,121,121,"crashes = (crashes+1)", 1, 2, 0);
	trans[0][65]	= settr(64,0,248,1,0,"goto died", 0, 2, 0);
	trans[0][68]	= settr(67,0,243,1,0,".(goto)", 0, 2, 0);
	trans[0][66]	= settr(65,0,243,1,0,"(1)", 0, 2, 0);
	T = trans[ 0][243] = settr(242,0,0,0,0,"sub-sequence", 0, 2, 0);
	T->nxt	= settr(242,0,240,0,0,"sub-sequence", 0, 2, 0);
	trans[0][241]	= settr(240,0,240,1,0,".(goto)", 0, 2, 0);
	T = trans[0][240] = settr(239,0,0,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(239,0,71,0,0,"DO", 0, 2, 0);
/*->*/	trans[0][71]	= settr(70,32,76,122,122,"D_STEP134", 1, 2, 0);
	T = trans[0][76] = settr(75,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(75,0,72,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(75,0,75,0,0,"IF", 0, 2, 0);
	trans[0][72]	= settr(71,0,73,123,0,"((crashes<1))", 1, 2, 0);
	trans[0][73]	= settr(72,0,248,124,124,"crashes = (crashes+1)", 1, 2, 0);
	trans[0][74]	= settr(73,0,248,1,0,"goto died", 0, 2, 0);
	trans[0][77]	= settr(76,0,233,1,0,".(goto)", 0, 2, 0);
	trans[0][75]	= settr(74,0,233,1,0,"(1)", 0, 2, 0);
/*->*/	trans[0][233]	= settr(232,32,238,125,125,"D_STEP139", 1, 2, 0);
	T = trans[0][238] = settr(237,0,0,0,0,"IF", 0, 2, 0);
	T = T->nxt	= settr(237,0,234,0,0,"IF", 0, 2, 0);
	    T->nxt	= settr(237,0,237,0,0,"IF", 0, 2, 0);
	trans[0][234]	= settr(233,0,244,126,126,"(hasWritten)", 0, 2, 0); /* m: 235 -> 244,0 */
	reached0[235] = 1;
	trans[0][235]	= settr(0,0,0,0,0,"hasWritten = 0",0,0,0);
	trans[0][236]	= settr(235,0,244,1,0,"goto :b1", 0, 2, 0);
	trans[0][239]	= settr(238,0,240,1,0,".(goto)", 0, 2, 0);
	trans[0][237]	= settr(236,0,240,2,0,"else", 0, 2, 0);
	trans[0][242]	= settr(241,0,244,1,0,"break", 0, 2, 0);
	trans[0][244]	= settr(243,0,245,127,127,"a = 255", 0, 2, 0);
	trans[0][247]	= settr(246,0,248,1,0,"break", 0, 2, 0);
	trans[0][248]	= settr(247,0,249,1,0,"(1)", 0, 2, 0);
	trans[0][249]	= settr(248,0,0,128,128,"-end-", 0, 3500, 0);
	/* np_ demon: */
	trans[_NP_] = (Trans **) emalloc(3*sizeof(Trans *));
	T = trans[_NP_][0] = settr(9997,0,1,_T5,0,"(np_)", 1,2,0);
	    T->nxt	  = settr(9998,0,0,_T2,0,"(1)",   0,2,0);
	T = trans[_NP_][1] = settr(9999,0,1,_T5,0,"(np_)", 1,2,0);
}

Trans *
settr(	int t_id, int a, int b, int c, int d,
	char *t, int g, int tpe0, int tpe1)
{	Trans *tmp = (Trans *) emalloc(sizeof(Trans));

	tmp->atom  = a&(6|32);	/* only (2|8|32) have meaning */
	if (!g) tmp->atom |= 8;	/* no global references */
	tmp->st    = b;
	tmp->tpe[0] = tpe0;
	tmp->tpe[1] = tpe1;
	tmp->tp    = t;
	tmp->t_id  = t_id;
	tmp->forw  = c;
	tmp->back  = d;
	return tmp;
}

Trans *
cpytr(Trans *a)
{	Trans *tmp = (Trans *) emalloc(sizeof(Trans));

	int i;
	tmp->atom  = a->atom;
	tmp->st    = a->st;
#ifdef HAS_UNLESS
	tmp->e_trans = a->e_trans;
	for (i = 0; i < HAS_UNLESS; i++)
		tmp->escp[i] = a->escp[i];
#endif
	tmp->tpe[0] = a->tpe[0];
	tmp->tpe[1] = a->tpe[1];
	for (i = 0; i < 6; i++)
	{	tmp->qu[i] = a->qu[i];
		tmp->ty[i] = a->ty[i];
	}
	tmp->tp    = (char *) emalloc(strlen(a->tp)+1);
	strcpy(tmp->tp, a->tp);
	tmp->t_id  = a->t_id;
	tmp->forw  = a->forw;
	tmp->back  = a->back;
	return tmp;
}

#ifndef NOREDUCE
int
srinc_set(int n)
{	if (n <= 2) return LOCAL;
	if (n <= 2+  DELTA) return Q_FULL_F; /* 's' or nfull  */
	if (n <= 2+2*DELTA) return Q_EMPT_F; /* 'r' or nempty */
	if (n <= 2+3*DELTA) return Q_EMPT_T; /* empty */
	if (n <= 2+4*DELTA) return Q_FULL_T; /* full  */
	if (n ==   5*DELTA) return GLOBAL;
	if (n ==   6*DELTA) return TIMEOUT_F;
	if (n ==   7*DELTA) return ALPHA_F;
	Uerror("cannot happen srinc_class");
	return BAD;
}
int
srunc(int n, int m)
{	switch(m) {
	case Q_FULL_F: return n-2;
	case Q_EMPT_F: return n-2-DELTA;
	case Q_EMPT_T: return n-2-2*DELTA;
	case Q_FULL_T: return n-2-3*DELTA;
	case ALPHA_F:
	case TIMEOUT_F: return 257; /* non-zero, and > MAXQ */
	}
	Uerror("cannot happen srunc");
	return 0;
}
#endif
int cnt;
#ifdef HAS_UNLESS
int
isthere(Trans *a, int b)
{	Trans *t;
	for (t = a; t; t = t->nxt)
		if (t->t_id == b)
			return 1;
	return 0;
}
#endif
#ifndef NOREDUCE
int
mark_safety(Trans *t) /* for conditional safety */
{	int g = 0, i, j, k;

	if (!t) return 0;
	if (t->qu[0])
		return (t->qu[1])?2:1;	/* marked */

	for (i = 0; i < 2; i++)
	{	j = srinc_set(t->tpe[i]);
		if (j >= GLOBAL && j != ALPHA_F)
			return -1;
		if (j != LOCAL)
		{	k = srunc(t->tpe[i], j);
			if (g == 0
			||  t->qu[0] != k
			||  t->ty[0] != j)
			{	t->qu[g] = k;
				t->ty[g] = j;
				g++;
	}	}	}
	return g;
}
#endif
void
retrans(int n, int m, int is, short srcln[], uchar reach[], uchar lpstate[])
	/* process n, with m states, is=initial state */
{	Trans *T0, *T1, *T2, *T3;
	Trans *T4, *T5; /* t_reverse or has_unless */
	int i;
#if defined(HAS_UNLESS) || !defined(NOREDUCE)
	int k;
#endif
#ifndef NOREDUCE
	int g, h, j, aa;
#endif
#ifdef HAS_UNLESS
	int p;
#endif
	if (state_tables >= 4)
	{	printf("STEP 1 %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
		return;
	}
	do {
		for (i = 1, cnt = 0; i < m; i++)
		{	T2 = trans[n][i];
			T1 = T2?T2->nxt:(Trans *)0;
/* prescan: */		for (T0 = T1; T0; T0 = T0->nxt)
/* choice in choice */	{	if (T0->st && trans[n][T0->st]
				&&  trans[n][T0->st]->nxt)
					break;
			}
#if 0
		if (T0)
		printf("\tstate %d / %d: choice in choice\n",
		i, T0->st);
#endif
			if (T0)
			for (T0 = T1; T0; T0 = T0->nxt)
			{	T3 = trans[n][T0->st];
				if (!T3->nxt)
				{	T2->nxt = cpytr(T0);
					T2 = T2->nxt;
					imed(T2, T0->st, n, i);
					continue;
				}
				do {	T3 = T3->nxt;
					T2->nxt = cpytr(T3);
					T2 = T2->nxt;
					imed(T2, T0->st, n, i);
				} while (T3->nxt);
				cnt++;
			}
		}
	} while (cnt);
	if (state_tables >= 3)
	{	printf("STEP 2 %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
		return;
	}
	for (i = 1; i < m; i++)
	{	if (trans[n][i] && trans[n][i]->nxt) /* optimize */
		{	T1 = trans[n][i]->nxt;
#if 0
			printf("\t\tpull %d (%d) to %d\n",
			T1->st, T1->forw, i);
#endif
			srcln[i] = srcln[T1->st];	/* Oyvind Teig, 5.2.0 */

			if (!trans[n][T1->st]) continue;
			T0 = cpytr(trans[n][T1->st]);
			trans[n][i] = T0;
			reach[T1->st] = 1;
			imed(T0, T1->st, n, i);
			for (T1 = T1->nxt; T1; T1 = T1->nxt)
			{
#if 0
			printf("\t\tpull %d (%d) to %d\n",
				T1->st, T1->forw, i);
#endif
		/*		srcln[i] = srcln[T1->st];  gh: not useful */
				if (!trans[n][T1->st]) continue;
				T0->nxt = cpytr(trans[n][T1->st]);
				T0 = T0->nxt;
				reach[T1->st] = 1;
				imed(T0, T1->st, n, i);
	}	}	}
	if (state_tables >= 2)
	{	printf("STEP 3 %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
		return;
	}
#ifdef HAS_UNLESS
	for (i = 1; i < m; i++)
	{	if (!trans[n][i]) continue;
		/* check for each state i if an
		 * escape to some state p is defined
		 * if so, copy and mark p's transitions
		 * and prepend them to the transition-
		 * list of state i
		 */
	 if (!like_java) /* the default */
	 {	for (T0 = trans[n][i]; T0; T0 = T0->nxt)
		for (k = HAS_UNLESS-1; k >= 0; k--)
		{	if (p = T0->escp[k])
			for (T1 = trans[n][p]; T1; T1 = T1->nxt)
			{	if (isthere(trans[n][i], T1->t_id))
					continue;
				T2 = cpytr(T1);
				T2->e_trans = p;
				T2->nxt = trans[n][i];
				trans[n][i] = T2;
		}	}
	 } else /* outermost unless checked first */
	 {	T4 = T3 = (Trans *) 0;
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
		for (k = HAS_UNLESS-1; k >= 0; k--)
		{	if (p = T0->escp[k])
			for (T1 = trans[n][p]; T1; T1 = T1->nxt)
			{	if (isthere(trans[n][i], T1->t_id))
					continue;
				T2 = cpytr(T1);
				T2->nxt = (Trans *) 0;
				T2->e_trans = p;
				if (T3)	T3->nxt = T2;
				else	T4 = T2;
				T3 = T2;
		}	}
		if (T4)
		{	T3->nxt = trans[n][i];
			trans[n][i] = T4;
		}
	 }
	}
#endif
#ifndef NOREDUCE
	for (i = 1; i < m; i++)
	{	if (a_cycles)
		{ /* moves through these states are visible */
	#if PROG_LAB>0 && defined(HAS_NP)
			if (progstate[n][i])
				goto degrade;
			for (T1 = trans[n][i]; T1; T1 = T1->nxt)
				if (progstate[n][T1->st])
					goto degrade;
	#endif
			if (accpstate[n][i] || visstate[n][i])
				goto degrade;
			for (T1 = trans[n][i]; T1; T1 = T1->nxt)
				if (accpstate[n][T1->st])
					goto degrade;
		}
		T1 = trans[n][i];
		if (!T1) continue;
		g = mark_safety(T1);	/* V3.3.1 */
		if (g < 0) goto degrade; /* global */
		/* check if mixing of guards preserves reduction */
		if (T1->nxt)
		{	k = 0;
			for (T0 = T1; T0; T0 = T0->nxt)
			{	if (!(T0->atom&8))
					goto degrade;
				for (aa = 0; aa < 2; aa++)
				{	j = srinc_set(T0->tpe[aa]);
					if (j >= GLOBAL && j != ALPHA_F)
						goto degrade;
					if (T0->tpe[aa]
					&&  T0->tpe[aa]
					!=  T1->tpe[0])
						k = 1;
			}	}
			/* g = 0;	V3.3.1 */
			if (k)	/* non-uniform selection */
			for (T0 = T1; T0; T0 = T0->nxt)
			for (aa = 0; aa < 2; aa++)
			{	j = srinc_set(T0->tpe[aa]);
				if (j != LOCAL)
				{	k = srunc(T0->tpe[aa], j);
					for (h = 0; h < 6; h++)
						if (T1->qu[h] == k
						&&  T1->ty[h] == j)
							break;
					if (h >= 6)
					{	T1->qu[g%6] = k;
						T1->ty[g%6] = j;
						g++;
			}	}	}
			if (g > 6)
			{	T1->qu[0] = 0;	/* turn it off */
				printf("pan: warning, line %d, ",
					srcln[i]);
			 	printf("too many stmnt types (%d)",
					g);
			  	printf(" in selection\n");
			  goto degrade;
			}
		}
		/* mark all options global if >=1 is global */
		for (T1 = trans[n][i]; T1; T1 = T1->nxt)
			if (!(T1->atom&8)) break;
		if (T1)
degrade:	for (T1 = trans[n][i]; T1; T1 = T1->nxt)
			T1->atom &= ~8;	/* mark as unsafe */
		/* can only mix 'r's or 's's if on same chan */
		/* and not mixed with other local operations */
		T1 = trans[n][i];
		if (!T1 || T1->qu[0]) continue;
		j = T1->tpe[0];
		if (T1->nxt && T1->atom&8)
		{ if (j == 5*DELTA)
		  {	printf("warning: line %d ", srcln[i]);
			printf("mixed condition ");
			printf("(defeats reduction)\n");
			goto degrade;
		  }
		  for (T0 = T1; T0; T0 = T0->nxt)
		  for (aa = 0; aa < 2; aa++)
		  if  (T0->tpe[aa] && T0->tpe[aa] != j)
		  {	printf("warning: line %d ", srcln[i]);
			printf("[%d-%d] mixed %stion ",
				T0->tpe[aa], j, 
				(j==5*DELTA)?"condi":"selec");
			printf("(defeats reduction)\n");
			printf("	'%s' <-> '%s'\n",
				T1->tp, T0->tp);
			goto degrade;
		} }
	}
#endif
	for (i = 1; i < m; i++)
	{	T2 = trans[n][i];
		if (!T2
		||  T2->nxt
		||  strncmp(T2->tp, ".(goto)", 7)
		||  !stopstate[n][i])
			continue;
		stopstate[n][T2->st] = 1;
	}
	if (state_tables && !verbose)
	{	if (dodot)
		{	char buf[256], *q = buf, *p = procname[n];
			while (*p != '\0')
			{	if (*p != ':')
				{	*q++ = *p;
				}
				p++;
			}
			*q = '\0';
			printf("digraph ");
			switch (Btypes[n]) {
			case I_PROC:  printf("init {\n"); break;
			case N_CLAIM: printf("claim_%s {\n", buf); break;
			case E_TRACE: printf("notrace {\n"); break;
			case N_TRACE: printf("trace {\n"); break;
			default:      printf("p_%s {\n", buf); break;
			}
			printf("size=\"8,10\";\n");
			printf("  GT [shape=box,style=dotted,label=\"%s\"];\n", buf);
			printf("  GT -> S%d;\n", is);
		} else
		{	switch (Btypes[n]) {
			case I_PROC:  printf("init\n"); break;
			case N_CLAIM: printf("claim %s\n", procname[n]); break;
			case E_TRACE: printf("notrace assertion\n"); break;
			case N_TRACE: printf("trace assertion\n"); break;
			default:      printf("proctype %s\n", procname[n]); break;
		}	}
		for (i = 1; i < m; i++)
		{	reach[i] = 1;
		}
		tagtable(n, m, is, srcln, reach);
		if (dodot) printf("}\n");
	} else
	for (i = 1; i < m; i++)
	{	int nrelse;
		if (Btypes[n] != N_CLAIM)
		{	for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			{	if (T0->st == i
				&& strcmp(T0->tp, "(1)") == 0)
				{	printf("error: proctype '%s' ",
						procname[n]);
		  			printf("line %d, state %d: has un",
						srcln[i], i);
					printf("conditional self-loop\n");
					pan_exit(1);
		}	}	}
		nrelse = 0;
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
		{	if (strcmp(T0->tp, "else") == 0)
				nrelse++;
		}
		if (nrelse > 1)
		{	printf("error: proctype '%s' state",
				procname[n]);
		  	printf(" %d, inherits %d", i, nrelse);
		  	printf(" 'else' stmnts\n");
			pan_exit(1);
	}	}
#if !defined(LOOPSTATE) && !defined(BFS_PAR)
	if (state_tables)
#endif
	do_dfs(n, m, is, srcln, reach, lpstate);

	if (!t_reverse)
	{	return;
	}
	/* process n, with m states, is=initial state -- reverse list */
	if (!state_tables && Btypes[n] != N_CLAIM)
	{	for (i = 1; i < m; i++)
		{	Trans *Tx = (Trans *) 0; /* list of escapes */
			Trans *Ty = (Trans *) 0; /* its tail element */
			T1 = (Trans *) 0; /* reversed list */
			T2 = (Trans *) 0; /* its tail */
			T3 = (Trans *) 0; /* remembers possible 'else' */

			/* find unless-escapes, they should go first */
			T4 = T5 = T0 = trans[n][i];
	#ifdef HAS_UNLESS
			while (T4 && T4->e_trans) /* escapes are first in orig list */
			{	T5 = T4;	  /* remember predecessor */
				T4 = T4->nxt;
			}
	#endif
			/* T4 points to first non-escape, T5 to its parent, T0 to original list */
			if (T4 != T0)		 /* there was at least one escape */
			{	T3 = T5->nxt;		 /* start of non-escapes */
				T5->nxt = (Trans *) 0;	 /* separate */
				Tx = T0;		 /* start of the escapes */
				Ty = T5;		 /* its tail */
				T0 = T3;		 /* the rest, to be reversed */
			}
			/* T0 points to first non-escape, Tx to the list of escapes, Ty to its tail */

			/* first tail-add non-escape transitions, reversed */
			T3 = (Trans *) 0;
			for (T5 = T0; T5; T5 = T4)
			{	T4 = T5->nxt;
	#ifdef HAS_UNLESS
				if (T5->e_trans)
				{	printf("error: cannot happen!\n");
					continue;
				}
	#endif
				if (strcmp(T5->tp, "else") == 0)
				{	T3 = T5;
					T5->nxt = (Trans *) 0;
				} else
				{	T5->nxt = T1;
					if (!T1) { T2 = T5; }
					T1 = T5;
			}	}
			/* T3 points to a possible else, which is removed from the list */
			/* T1 points to the reversed list so far (without escapes) */
			/* T2 points to the tail element -- where the else should go */
			if (T2 && T3)
			{	T2->nxt = T3;	/* add else */
			} else
			{	if (T3) /* there was an else, but there's no tail */
				{	if (!T1)	/* and no reversed list */
					{	T1 = T3; /* odd, but possible */
					} else		/* even stranger */
					{	T1->nxt = T3;
			}	}	}

			/* add in the escapes, to that they appear at the front */
			if (Tx && Ty) { Ty->nxt = T1; T1 = Tx; }

			trans[n][i] = T1;
			/* reversed, with escapes first and else last */
	}	}
	if (state_tables && verbose)
	{	printf("FINAL proctype %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
	}
}
void
imed(Trans *T, int v, int n, int j)	/* set intermediate state */
{	progstate[n][T->st] |= progstate[n][v];
	accpstate[n][T->st] |= accpstate[n][v];
	stopstate[n][T->st] |= stopstate[n][v];
	mapstate[n][j] = T->st;
}
void
tagtable(int n, int m, int is, short srcln[], uchar reach[])
{	Trans *z;

	if (is >= m || !trans[n][is]
	||  is <= 0 || reach[is] == 0)
		return;
	reach[is] = 0;
	if (state_tables)
	for (z = trans[n][is]; z; z = z->nxt)
	{	if (dodot)
			dot_crack(n, is, z);
		else
			crack(n, is, z, srcln);
	}

	for (z = trans[n][is]; z; z = z->nxt)
	{
#ifdef HAS_UNLESS
		int i, j;
#endif
		tagtable(n, m, z->st, srcln, reach);
#ifdef HAS_UNLESS
		for (i = 0; i < HAS_UNLESS; i++)
		{	j = trans[n][is]->escp[i];
			if (!j) break;
			tagtable(n, m, j, srcln, reach);
		}
#endif
	}
}

extern Trans *t_id_lkup[];

void
dfs_table(int n, int m, int is, short srcln[], uchar reach[], uchar lpstate[])
{	Trans *z;

	if (is >= m || is <= 0 || !trans[n][is])
		return;
	if ((reach[is] & (4|8|16)) != 0)
	{	if ((reach[is] & (8|16)) == 16)	/* on stack, not yet recorded */
		{	lpstate[is] = 1;
			reach[is] |= 8; /* recorded */
			if (state_tables && verbose)
			{	printf("state %d line %d is a loopstate\n", is, srcln[is]);
		}	}
		return;
	}
	reach[is] |= (4|16);	/* visited | onstack */
	for (z = trans[n][is]; z; z = z->nxt)
	{	t_id_lkup[z->t_id] = z;
#ifdef HAS_UNLESS
		int i, j;
#endif
		dfs_table(n, m, z->st, srcln, reach, lpstate);
#ifdef HAS_UNLESS
		for (i = 0; i < HAS_UNLESS; i++)
		{	j = trans[n][is]->escp[i];
			if (!j) break;
			dfs_table(n, m, j, srcln, reach, lpstate);
		}
#endif
	}
	reach[is] &= ~16; /* no longer on stack */
}
void
do_dfs(int n, int m, int is, short srcln[], uchar reach[], uchar lpstate[])
{	int i;
	dfs_table(n, m, is, srcln, reach, lpstate);
	for (i = 0; i < m; i++)
		reach[i] &= ~(4|8|16);
}
void
crack(int n, int j, Trans *z, short srcln[])
{	int i;

	if (!z) return;
	printf("	state %3d -(tr %3d)-> state %3d  ",
		j, z->forw, z->st);
	printf("[id %3d tp %3d", z->t_id, z->tpe[0]);
	if (z->tpe[1]) printf(",%d", z->tpe[1]);
#ifdef HAS_UNLESS
	if (z->e_trans)
		printf(" org %3d", z->e_trans);
	else if (state_tables >= 2)
	for (i = 0; i < HAS_UNLESS; i++)
	{	if (!z->escp[i]) break;
		printf(" esc %d", z->escp[i]);
	}
#endif
	printf("]");
	printf(" [%s%s%s%s%s] %s:%d => ",
		z->atom&6?"A":z->atom&32?"D":"-",
		accpstate[n][j]?"a" :"-",
		stopstate[n][j]?"e" : "-",
		progstate[n][j]?"p" : "-",
		z->atom & 8 ?"L":"G",
		PanSource, srcln[j]);
	for (i = 0; z->tp[i]; i++)
		if (z->tp[i] == '\n')
			printf("\\n");
		else
			putchar(z->tp[i]);
	if (verbose && z->qu[0])
	{	printf("\t[");
		for (i = 0; i < 6; i++)
			if (z->qu[i])
				printf("(%d,%d)",
				z->qu[i], z->ty[i]);
		printf("]");
	}
	printf("\n");
	fflush(stdout);
}
/* spin -a m.pml; cc -o pan pan.c; ./pan -D | dot -Tps > foo.ps; ps2pdf foo.ps */
void
dot_crack(int n, int j, Trans *z)
{	int i;

	if (!z) return;
	printf("	S%d -> S%d  [color=black", j, z->st);

	if (z->atom&6) printf(",style=dashed");
	else if (z->atom&32) printf(",style=dotted");
	else if (z->atom&8) printf(",style=solid");
	else printf(",style=bold");

	printf(",label=\"");
	for (i = 0; z->tp[i]; i++)
	{	if (z->tp[i] == '\\'
		&&  z->tp[i+1] == 'n')
		{	i++; printf(" ");
		} else
		{	putchar(z->tp[i]);
	}	}
	printf("\"];\n");
	if (accpstate[n][j]) printf("  S%d [color=red,style=bold];\n", j);
	else if (progstate[n][j]) printf("  S%d [color=green,style=bold];\n", j);
	if (stopstate[n][j]) printf("  S%d [color=blue,style=bold,shape=box];\n", j);
}

#ifdef VAR_RANGES
#define BYTESIZE	32	/* 2^8 : 2^3 = 256:8 = 32 */

typedef struct Vr_Ptr {
	char	*nm;
	uchar	vals[BYTESIZE];
	struct Vr_Ptr *nxt;
} Vr_Ptr;
Vr_Ptr *ranges = (Vr_Ptr *) 0;

void
logval(char *s, int v)
{	Vr_Ptr *tmp;

	if (v<0 || v > 255) return;
	for (tmp = ranges; tmp; tmp = tmp->nxt)
		if (!strcmp(tmp->nm, s))
			goto found;
	tmp = (Vr_Ptr *) emalloc(sizeof(Vr_Ptr));
	tmp->nxt = ranges;
	ranges = tmp;
	tmp->nm = s;
found:
	tmp->vals[(v)/8] |= 1<<((v)%8);
}

void
dumpval(uchar X[], int range)
{	int w, x, i, j = -1;

	for (w = i = 0; w < range; w++)
	for (x = 0; x < 8; x++, i++)
	{
from:		if ((X[w] & (1<<x)))
		{	printf("%d", i);
			j = i;
			goto upto;
	}	}
	return;
	for (w = 0; w < range; w++)
	for (x = 0; x < 8; x++, i++)
	{
upto:		if (!(X[w] & (1<<x)))
		{	if (i-1 == j)
				printf(", ");
			else
				printf("-%d, ", i-1);
			goto from;
	}	}
	if (j >= 0 && j != 255)
		printf("-255");
}

void
dumpranges(void)
{	Vr_Ptr *tmp;
	printf("\nValues assigned within ");
	printf("interval [0..255]:\n");
	for (tmp = ranges; tmp; tmp = tmp->nxt)
	{	printf("\t%s\t: ", tmp->nm);
		dumpval(tmp->vals, BYTESIZE);
		printf("\n");
	}
}
#endif
