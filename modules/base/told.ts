/** How many files a field of attachments names. */
export const countFiles = (ids: string | null | undefined): number => new Set((ids ?? "").split(",").flatMap((id) => id.trim() || [])).size;
