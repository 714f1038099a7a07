import { Bar } from "./Bar.tsx";
import { FactGrid } from "./FactGrid.tsx";
import { Inline } from "./layout.tsx";

export interface Spoke {
  readonly name: string;
  /** Percent; null where nothing counted. */
  readonly rate: string | null;
}

const size = { width: 360, height: 280, radius: 96 };
const middle = { x: size.width / 2, y: size.height / 2 };
const at = (index: number, of: number, reach: number): readonly [number, number] => {
  const angle = (Math.PI * 2 * index) / of - Math.PI / 2;
  return [middle.x + Math.cos(angle) * size.radius * reach, middle.y + Math.sin(angle) * size.radius * reach];
};
const ring = (of: number, reach: (index: number) => number): string =>
  Array.from({ length: of }, (_, i) =>
    at(i, of, reach(i))
      .map((n) => n.toFixed(1))
      .join(","),
  ).join(" ");

interface Props {
  readonly spokes: readonly Spoke[];
  /** The rate that has to be reached, as a second outline. */
  readonly pass?: number | null;
  readonly label: string;
}

/** Rates of several parts, seen at once: a web from three parts on, bars for fewer; the figures stand beside it as a table. */
export function Radar({ spokes, pass = null, label }: Props) {
  const reach = (spoke: Spoke | undefined): number => Math.min(100, Number(spoke?.rate ?? 0)) / 100;
  const count = spokes.length;
  if (count === 0) return null;
  if (count < 3)
    return (
      <FactGrid
        lines
        label={label}
        facts={spokes.map((spoke) => ({
          key: spoke.name,
          label: spoke.name,
          value: (
            <Inline noWrap>
              <Bar percent={reach(spoke) * 100} size="large" />
              {spoke.rate === null ? "–" : `${spoke.rate}%`}
            </Inline>
          ),
        }))}
      />
    );
  return (
    <svg className="bk-radar" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {[0.25, 0.5, 0.75, 1].map((share) => (
        <polygon key={share} data-part="ring" points={ring(count, () => share)} />
      ))}
      {spokes.map((spoke, i) => {
        const [x, y] = at(i, count, 1);
        return <line key={spoke.name} data-part="ring" x1={middle.x} y1={middle.y} x2={x} y2={y} />;
      })}
      {pass === null ? null : <polygon data-part="pass" points={ring(count, () => pass / 100)} />}
      <polygon data-part="area" points={ring(count, (i) => reach(spokes[i]))} />
      {spokes.map((spoke, i) => {
        const [x, y] = at(i, count, 1.16);
        const anchor = Math.abs(x - middle.x) < 8 ? "middle" : x > middle.x ? "start" : "end";
        return (
          <text key={spoke.name} x={x} y={y} textAnchor={anchor} dominantBaseline="middle">
            {spoke.name.length > 10 ? `${spoke.name.slice(0, 9)}…` : spoke.name} {spoke.rate === null ? "–" : Number(spoke.rate).toFixed(0)}
          </text>
        );
      })}
    </svg>
  );
}
