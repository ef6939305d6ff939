export interface Missing {
  readonly reason: string;
  /** Whether a stage that needs it has failed, rather than only been left out. */
  readonly isFailure: boolean;
}

/** The result of looking for a resource. */
export interface Resource {
  /** Variables that pass its address to the stages; empty if it is missing. */
  readonly env: NodeJS.ProcessEnv;
  readonly missing?: Missing;
  readonly release?: () => Promise<void>;
}
