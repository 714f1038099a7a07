/** Bytes as people say them. */
export function sizeText(bytes: unknown): string {
  const size = Number(bytes ?? 0);
  if (size < 1024) return `${size} B`;
  if (size < 1024 ** 2) return `${(size / 1024).toFixed(0)} KB`;
  return size < 1024 ** 3 ? `${(size / 1024 ** 2).toFixed(1)} MB` : `${(size / 1024 ** 3).toFixed(2)} GB`;
}

/** An estimate of the database, grouped by thousands. */
export const countText = (count: unknown): string => String(count ?? 0).replace(/\B(?=(\d{3})+$)/g, ",");
