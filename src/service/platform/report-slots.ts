/** The most reports under way at a time for one merchant, and in this process. */
const MOST_OF_MERCHANT = 2;
const MOST_OF_PROCESS = 4;

/** The reports under way in this process. */
export interface ReportSlots {
  /**
   * Takes a slot, and returns the function that frees it; undefined if there is none.
   *
   * @param merchantId undefined for a report about all merchants
   */
  take(merchantId: string | undefined): (() => void) | undefined;
}

export function createReportSlots(): ReportSlots {
  const taken = new Set<{ merchantId: string | undefined }>();
  return {
    take(merchantId) {
      const own = [...taken].filter((slot) => slot.merchantId === merchantId).length;
      const isLimited = merchantId !== undefined && own >= MOST_OF_MERCHANT;
      if (isLimited || taken.size >= MOST_OF_PROCESS) return undefined;
      const slot = { merchantId };
      taken.add(slot);
      return () => taken.delete(slot);
    },
  };
}
