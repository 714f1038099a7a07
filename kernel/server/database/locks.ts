/** The advisory locks of the product. A lock taken anywhere is listed here: a number used twice makes one task wait for another. */
export const locks = {
  migration: 727_001,
  seal: 727_002,
  views: 727_003,
  claim: 727_004,
  gate: 727_005,
  tree: 727_006,
  start: 727_007,
  registrationScan: 727_008,
  figures: 727_009,
} as const;
