/** A few figures as a line, the last one marked; what it says stands beside it in words. */
export function Spark({
  values,
  width = 120,
  height = 28,
}: {
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
}) {
  if (values.length === 0) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = values.length > 1 ? (width - 8) / (values.length - 1) : 0;
  const points = values.map((value, at) => {
    const share = most === least ? 0.5 : (value - least) / (most - least);
    return [4 + at * step, height - 4 - share * (height - 8)] as const;
  });
  const last = points.at(-1)!;
  return (
    <svg className="bk-spark" width={width} height={height} aria-hidden>
      <polyline points={points.map((point) => point.join(",")).join(" ")} />
      {points.slice(0, -1).map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.5" />
      ))}
      <circle cx={last[0]} cy={last[1]} r="2.5" />
    </svg>
  );
}
