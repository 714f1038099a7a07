import { Button, Popover } from "antd";
import { ListFilter, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { ReportShape, Row } from "../../report.ts";
import { filterPieces, fitting, isChanged, widthOf, type FilterPiece } from "../../report-filters.ts";
import { useText } from "../language.ts";
import { DateRangeInput } from "../page/field/DateInput.tsx";
import { FieldInput } from "../page/field/FieldInput.tsx";
import { mainOf } from "./reportShown.ts";

interface Props {
  readonly shape: ReportShape;
  readonly typed: Row;
  readonly initial: Row;
  type(patch: Row): void;
  query(): void;
  reset(): void;
}

/** The room of the two buttons at the end, and of the button for what does not fit. */
const buttons = 150;
const moreButton = 118;

function useWidth(): readonly [RefObject<HTMLFormElement | null>, number] {
  const line = useRef<HTMLFormElement>(null);
  const [width, setWidth] = useState(1100);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (line.current) watch.observe(line.current);
    return () => watch.disconnect();
  }, []);
  return [line, width];
}

/** One filter: a choice that always stands has its name before it, any other says in its place that nothing is left out. */
function Piece({ piece, typed, type, named }: Pick<Props, "typed" | "type"> & { readonly piece: FilterPiece; readonly named: boolean }) {
  const say = useText();
  const { key, field, to } = piece;
  const label = say(field.label);
  if (to)
    return (
      <DateRangeInput
        kind={field.kind}
        label={say(["期间", "Period"])}
        from={typed[key]}
        to={typed[to]}
        change={(first, last) => type({ [key]: first, [to]: last })}
      />
    );
  const all = field.hint ? say(field.hint) : say(["全部", "All"]);
  const placeholder = named ? all : say([`${label}：全部`, `${label}: all`]);
  return (
    <FieldInput
      field={field}
      fieldKey={key}
      row={typed}
      label={label}
      placeholder={field.hint && !named ? all : placeholder}
      narrow
      patch={type}
    />
  );
}

/** Says by itself what it is: a choice among few that always stands, or a date. */
const isNamed = ({ field, to }: FilterPiece): boolean =>
  !to && (field.initial !== undefined || ["date", "year", "month", "int", "text"].includes(field.kind));

/** One line of filters; what does not fit waits behind "more", which says how many of it are in force. */
export function ReportFilters({ shape, typed, initial, type, query, reset }: Props) {
  const say = useText();
  const [line, width] = useWidth();
  const [open, setOpen] = useState(false);
  const pieces = filterPieces(shape.filters);
  const room = fitting(pieces, width, buttons, moreButton);
  const [first, rest] = [pieces.slice(0, room), pieces.slice(room)];
  const used = rest.filter((piece) => isChanged(piece, typed, initial)).length;
  const ask = (): void => (setOpen(false), query());
  const more = (
    <div className="pg-more-filters">
      {rest.map((piece) => (
        <label key={piece.key} className="pg-more-filter">
          <span className="pg-label">{say(piece.field.label)}</span>
          <Piece piece={piece} typed={typed} type={type} named />
        </label>
      ))}
      <div className="pg-dialog-foot">
        <Button type="primary" onClick={ask}>
          {say(["查询", "Search"])}
        </Button>
      </div>
    </div>
  );
  return (
    <form ref={line} className="rp-filters" role="search" onSubmit={(event) => (event.preventDefault(), ask())}>
      {first.map((piece) => (
        <label key={piece.key} className="rp-filter" style={{ width: widthOf(piece) }}>
          {isNamed(piece) ? <span>{say(piece.field.label)}</span> : null}
          <Piece piece={piece} typed={typed} type={type} named={isNamed(piece)} />
        </label>
      ))}
      {rest.length > 0 ? (
        <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomLeft" getPopupContainer={mainOf} content={more}>
          <Button type="text" icon={<ListFilter size={14} />}>
            {say(["更多筛选", "More"])}
            {used > 0 ? <span className="pg-pill pg-pill-on">{used}</span> : null}
          </Button>
        </Popover>
      ) : null}
      <span className="rp-search">
        <Button
          type="text"
          className="pg-icon"
          aria-label={say(["重置", "Reset"])}
          title={say(["重置", "Reset"])}
          icon={<RotateCcw size={14} />}
          onClick={reset}
        />
        <Button type="primary" htmlType="submit">
          {say(["查询", "Search"])}{" "}
          <kbd className="s-kbd" aria-hidden>
            ⏎
          </kbd>
        </Button>
      </span>
    </form>
  );
}
