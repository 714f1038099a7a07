import { useText } from "../language.ts";

const rows = [120, 96, 140, 108, 132, 90, 124, 104];

/** Shown after a moment while a page's code arrives: title, filters and rows at their true height. */
export function PageSkeleton() {
  const t = useText();
  return (
    <div className="s-skeleton" role="status">
      <span className="s-hidden">{t(["正在打开页面", "Opening the page"])}</span>
      <i style={{ width: 160, height: 22 }} />
      <i style={{ width: 420, height: 30, marginBlock: 16 }} />
      {rows.map((width) => (
        <div key={width}>
          <i style={{ width }} />
          <i style={{ width: width / 2 }} />
          <i style={{ width: width * 0.8 }} />
        </div>
      ))}
    </div>
  );
}
