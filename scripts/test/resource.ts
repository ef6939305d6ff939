export interface Missing {
  readonly reason: string;
  /** Whether a stage that cannot run without it has failed, or is only left out. */
  readonly isFailure: boolean;
}

/** What came of looking for one. */
export interface Resource {
  /** Passes its address to the stages; empty when it is missing. */
  readonly env: NodeJS.ProcessEnv;
  readonly missing?: Missing;
  readonly release?: () => Promise<void>;
}
