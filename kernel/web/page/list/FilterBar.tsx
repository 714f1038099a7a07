import { Button, Input, Popover, Select, Space } from "antd";
import type { InputRef } from "antd";
import { ListFilter, RotateCcw, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import type { Filter } from "../../../page-filter.ts";
import { usedFilters } from "../../../page-filter.ts";
import { useText } from "../../language.ts";
import { DateRangeInput } from "../field/DateInput.tsx";
import { NumberInput } from "../field/NumberInput.tsx";
import { PickInput } from "../field/PickInput.tsx";
import { RefInput } from "../field/RefInput.tsx";
import type { Filters } from "./useFilters.ts";

interface Props {
  readonly entity: Entity;
  readonly filters: Filters;
  readonly box: RefObject<InputRef | null>;
}

const widthOf = (filter: Filter): number => (filter.as === "dates" ? 204 : 156) + 8;
const others = 410;

/** How many filters fit into one line beside the keyword and the buttons. */
function useRoom(filters: readonly Filter[]): readonly [RefObject<HTMLFormElement | null>, number] {
  const line = useRef<HTMLFormElement>(null);
  const [width, setWidth] = useState(900);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (line.current) watch.observe(line.current);
    return () => watch.disconnect();
  }, []);
  let left = width - others;
  const fitting = filters.findIndex((filter) => (left -= widthOf(filter)) < 0);
  return [line, fitting < 0 ? filters.length : fitting];
}

/** One line of filters; what does not fit waits behind "more" and says how many of it are in force. */
export function FilterBar({ entity, filters, box }: Props) {
  const say = useText();
  const [line, room] = useRoom(filters.all);
  const [open, setOpen] = useState(false);
  const first = filters.all.slice(0, room);
  const rest = filters.all.slice(room);
  const used = usedFilters(rest, filters.typed).length;
  const names = entity.title
    .flatMap((key) => fieldOf(entity, key) ?? [])
    .filter((field) => field.kind === "text" || field.kind === "code")
    .map((field) => say(field.label));
  const query = (): void => {
    setOpen(false);
    filters.query();
  };
  const more = (
    <div className="pg-more-filters">
      {rest.map((filter) => (
        <label key={filter.key} className="pg-more-filter">
          <span className="pg-label">{say(filter.field.label)}</span>
          <FilterInput entity={entity} filter={filter} filters={filters} />
        </label>
      ))}
      <div className="pg-dialog-foot">
        <Button onClick={() => (filters.reset(), setOpen(false))}>{say(["清空", "Clear"])}</Button>
        <Button type="primary" onClick={query}>
          {say(["查询", "Search"])}
        </Button>
      </div>
    </div>
  );
  return (
    <form ref={line} className="pg-filters" role="search" onSubmit={(event) => (event.preventDefault(), query())}>
      {names.length === 0 ? null : (
        <Input
          ref={box}
          className="pg-keyword"
          prefix={<Search size={14} aria-hidden />}
          allowClear
          value={String(filters.typed["keyword"] ?? "")}
          placeholder={names.join(" / ")}
          aria-label={`${say(["关键字", "Keyword"])} ${names.join(" / ")}`}
          onChange={(event) => filters.type({ keyword: event.target.value })}
        />
      )}
      {first.map((filter) => (
        <span key={filter.key} className={`pg-filter pg-filter-${filter.as}`}>
          <FilterInput entity={entity} filter={filter} filters={filters} />
        </span>
      ))}
      {rest.length > 0 ? (
        <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomLeft" content={more}>
          <Button type="text" icon={<ListFilter size={14} />}>
            {say(["更多筛选", "More"])}
            {used > 0 ? <span className="pg-pill pg-pill-on">{used}</span> : null}
          </Button>
        </Popover>
      ) : null}
      <span className="pg-grow" />
      <Button
        type="text"
        className="pg-icon"
        aria-label={say(["重置", "Reset"])}
        title={say(["重置", "Reset"])}
        icon={<RotateCcw size={14} />}
        onClick={() => filters.reset()}
      />
      <Button className="pg-query" htmlType="submit">
        {say(["查询", "Search"])}{" "}
        <kbd className="s-kbd" aria-hidden>
          ⏎
        </kbd>
      </Button>
    </form>
  );
}

function FilterInput({ entity, filter, filters }: { readonly entity: Entity; readonly filter: Filter; readonly filters: Filters }) {
  const say = useText();
  const { key, field } = filter;
  const { typed, type } = filters;
  const label = say(field.label);
  switch (filter.as) {
    case "dates":
      return (
        <DateRangeInput
          kind={field.kind === "datetime" ? "date" : field.kind}
          label={label}
          from={typed[`${key}From`]}
          to={typed[`${key}To`]}
          change={(from, to) => type({ [`${key}From`]: from, [`${key}To`]: to })}
        />
      );
    case "range":
      return (
        <Space.Compact className="pg-fill">
          <NumberInput
            value={typed[`${key}From`]}
            scale={undefined}
            placeholder={`${label} ≥`}
            change={(from) => type({ [`${key}From`]: from })}
          />
          <NumberInput
            value={typed[`${key}To`]}
            scale={undefined}
            placeholder="≤"
            label={`${label} ≤`}
            change={(to) => type({ [`${key}To`]: to })}
          />
        </Space.Compact>
      );
    case "choice":
      return entity.states && key === entity.stateField ? (
        <StateFilter entity={entity} label={label} value={typed[key]} change={(codes) => type({ [key]: codes })} />
      ) : (
        <PickInput
          many
          field={field}
          row={{}}
          value={typed[key]}
          placeholder={label}
          label={label}
          change={(codes) => type({ [key]: codes })}
        />
      );
    case "reference":
      // What documents name already is looked for, whether it would still be chosen beside the other filters or not.
      return (
        <RefInput
          field={{ ...field, fits: undefined }}
          fieldKey={key}
          row={typed as Row}
          placeholder={label}
          label={label}
          patch={(patch) => type(patch)}
        />
      );
    case "yesNo":
      return (
        <Select
          className="pg-fill"
          allowClear
          value={(typed[key] as string | undefined) ?? null}
          placeholder={label}
          aria-label={label}
          options={[
            { value: "Y", label: `${label}: ${say(["是", "yes"])}` },
            { value: "N", label: `${label}: ${say(["否", "no"])}` },
          ]}
          onChange={(value: string | undefined) => type({ [key]: value ?? null })}
        />
      );
    default:
      return (
        <Input
          allowClear
          value={String(typed[key] ?? "")}
          placeholder={label}
          aria-label={label}
          onChange={(event) => type({ [key]: event.target.value })}
        />
      );
  }
}

function StateFilter({
  entity,
  label,
  value,
  change,
}: {
  readonly entity: Entity;
  readonly label: string;
  readonly value: unknown;
  change(codes: readonly string[]): void;
}) {
  const say = useText();
  const states = Object.entries(entity.states as Readonly<Record<string, readonly [string, string]>>);
  return (
    <Select
      mode="multiple"
      className="pg-fill"
      maxTagCount="responsive"
      allowClear
      showSearch={false}
      value={Array.isArray(value) ? (value as string[]) : []}
      placeholder={label}
      aria-label={label}
      options={states.map(([code, [cn, en]]) => ({ value: code, label: say([cn, en]) }))}
      onChange={(codes: string[]) => change(codes)}
    />
  );
}
