/** Who has a command done. */
export interface Actor {
  /** `operator key`, for whoever can read the data directory. */
  name: string;
  role: 'admin';
  address: string | undefined;
}
