const two = (n: number): string => String(n).padStart(2, "0");

/** The reader's own clock face, for a mark on the page. */
export function localTime(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
