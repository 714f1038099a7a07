import type { Text } from "#kernel/text.ts";

/** A duration in the words people use for it. */
export function lasted(seconds: number): Text {
  if (seconds < 1) return ["不到 1 秒", "under 1 s"];
  if (seconds < 60) return [`${Math.round(seconds)} 秒`, `${Math.round(seconds)} s`];
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  if (minutes < 60) return [`${minutes} 分${rest ? ` ${rest} 秒` : ""}`, `${minutes} min${rest ? ` ${rest} s` : ""}`];
  return [`${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`, `${Math.floor(minutes / 60)} h ${minutes % 60} min`];
}
