/** The advisory locks of the house: one number each, so that nobody waits for something else. */
export const locks = {
  migration: 727_001,
  seal: 727_002,
  views: 727_003,
  claim: 727_004,
  gate: 727_005,
  tree: 727_006,
} as const;
