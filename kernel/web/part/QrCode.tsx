import { useMemo } from "react";
import { qrCode } from "../../qr.ts";

const border = 4;

/** A text as a code to be scanned by a phone, drawn here so that the secret in it goes nowhere else. */
export function QrCode({
  text,
  label,
  className = "bk-qr",
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}) {
  const { path, size } = useMemo(() => {
    const rows = qrCode(text);
    const cells = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + border} ${y + border}h1v1h-1z`] : [])));
    return { path: cells.join(""), size: rows.length + 2 * border };
  }, [text]);
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
