/** Stands for all merchants together where a merchant's counters are. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';
