import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import "./inspect.css";

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

/** How the sections did, seen at once: a web from three sections on, bars for fewer; the figures stand beside it as a table. */
export function Radar({ spokes, pass, label }: { readonly spokes: readonly Spoke[]; readonly pass: number | null; readonly label: Text }) {
  const say = useText();
  const reach = (one: Spoke | undefined): number => Math.min(100, Number(one?.rate ?? 0)) / 100;
  const count = spokes.length;
  if (count === 0) return null;
  if (count < 3)
    return (
      <ul className="li-bars" aria-label={say(label)}>
        {spokes.map((one) => (
          <li key={one.name}>
            <span>{one.name}</span>
            <i>
              <b style={{ width: `${reach(one) * 100}%` }} />
            </i>
            <em className="pg-figure">{one.rate === null ? "–" : `${one.rate}%`}</em>
          </li>
        ))}
      </ul>
    );
  return (
    <svg className="li-radar" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={say(label)}>
      {[0.25, 0.5, 0.75, 1].map((one) => (
        <polygon key={one} className="li-ring" points={ring(count, () => one)} />
      ))}
      {spokes.map((one, i) => {
        const [x, y] = at(i, count, 1);
        return <line key={one.name} className="li-ring" x1={middle.x} y1={middle.y} x2={x} y2={y} />;
      })}
      {pass === null ? null : <polygon className="li-pass" points={ring(count, () => pass / 100)} />}
      <polygon className="li-area" points={ring(count, (i) => reach(spokes[i]))} />
      {spokes.map((one, i) => {
        const [x, y] = at(i, count, 1.16);
        const anchor = Math.abs(x - middle.x) < 8 ? "middle" : x > middle.x ? "start" : "end";
        return (
          <text key={one.name} x={x} y={y} textAnchor={anchor} dominantBaseline="middle">
            {one.name.length > 10 ? `${one.name.slice(0, 9)}…` : one.name} {one.rate === null ? "–" : Number(one.rate).toFixed(0)}
          </text>
        );
      })}
    </svg>
  );
}
