import { Button, Skeleton } from "antd";
import { CloudOff, Inbox, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import type { Entity } from "../../../entity.ts";
import { barOf, offersOf } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { cardFactsOf, listOf, stateOf } from "../../../page.ts";
import { messageOf } from "../../call.ts";
import { useOtherLanguage, useText } from "../../language.ts";
import type { Runner } from "../action/useRunner.tsx";
import { useChanged } from "../changes.ts";
import { KeyAmount } from "../document/KeyAmount.tsx";
import { FieldText } from "../field/FieldText.tsx";
import { StatusTag } from "../StatusTag.tsx";
import { words } from "../../table/words.ts";
import type { PageViewer } from "../viewer.ts";
import type { ListModel } from "./useListModel.ts";
import { midSentence } from "../../../page-format.ts";
import { titleNow } from "../title.ts";

const pageRows = 20;

/** The list on a phone: a card a document, what it is worth, how it stands, and the one obvious button. */
export function CardList({ model }: { readonly model: ListModel }) {
  const { entity, viewer, runner, open } = model;
  const { api, loaded } = model.data;
  const { params } = model.filters;
  const say = useText();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [count, setCount] = useState(0);
  const [page, setPage] = useState(1);
  const [error, setError] = useState("");
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify(params);
  useChanged(entity.name, () => setTurn((now) => now + 1));
  useOtherLanguage(() => setTurn((now) => now + 1));
  useEffect(() => setPage(1), [asked]);
  useEffect(() => {
    const stop = new AbortController();
    api({ ...(JSON.parse(asked) as Record<string, unknown>), pageIndex: 1, pageRows: page * pageRows, orderBy: [] }, stop.signal).then(
      (reply) => {
        setRows(reply.rows as readonly Row[]);
        setCount(reply.page.count);
        setError("");
        loaded(reply);
      },
      (cause: unknown) => void (stop.signal.aborted || setError(messageOf(cause))),
    );
    return () => stop.abort();
    // `loaded` only reports; a new one is no reason to ask again
    // oxlint-disable-next-line react/exhaustive-deps
  }, [api, asked, page, turn]);
  const retry = <Button onClick={() => setTurn(turn + 1)}>{say(["重试", "Retry"])}</Button>;
  if (error && !rows?.length)
    return (
      <div className="s-state" role="alert">
        <span className="s-state-icon">
          <CloudOff size={20} aria-hidden />
        </span>
        <h2>{error}</h2>
        <div className="s-state-actions">{retry}</div>
      </div>
    );
  if (rows === null) return <Skeleton active={false} paragraph={{ rows: 6 }} title={false} />;
  if (rows.length === 0) return <NoCards model={model} />;
  return (
    <div className="pg-cards">
      {error ? (
        <div className="pg-cards-late" role="alert">
          <span>
            {error}
            <br />
            {say(["显示的是之前的数据。", "Showing earlier data."])}
          </span>
          {retry}
        </div>
      ) : null}
      {rows.map((row) => (
        <Card key={String(row["id"])} entity={entity} list={model.list} row={row} viewer={viewer} runner={runner} open={() => open(row)} />
      ))}
      {rows.length < count ? (
        <Button block onClick={() => setPage(page + 1)}>
          {say([`再看 ${Math.min(pageRows, count - rows.length)} 条`, `Show ${Math.min(pageRows, count - rows.length)} more`])}
        </Button>
      ) : null}
    </div>
  );
}

/** Nothing to show: because of what was filtered, or because there is nothing. */
function NoCards({ model: { entity, filters } }: { readonly model: ListModel }) {
  const say = useText();
  const isFiltered = Object.keys(filters.params).some((key) => key !== "view");
  return (
    <div className="s-state">
      <span className="s-state-icon">{isFiltered ? <SearchX size={20} aria-hidden /> : <Inbox size={20} aria-hidden />}</span>
      <h2>{say(isFiltered ? words.noMatch : [`没有${entity.label[0]}`, `No ${midSentence(entity.label[1])}`])}</h2>
      {isFiltered ? (
        <>
          <p>{say(words.noMatchDetail)}</p>
          <div className="s-state-actions">
            <Button onClick={filters.reset}>{say(words.clearFilter)}</Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

function Card({
  entity,
  list,
  row,
  viewer,
  runner,
  open,
}: {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly row: Row;
  readonly viewer: PageViewer;
  readonly runner: Runner;
  open(): void;
}) {
  const say = useText();
  const bar = barOf(offersOf(entity, row, viewer), 1);
  const second = bar.plain[0];
  const title = titleNow(entity, row, listOf(entity, list).heads);
  return (
    <article className="pg-card" aria-label={title.main}>
      <button type="button" className="pg-card-open" onClick={open}>
        <span className="pg-card-title">
          <b>{title.main}</b>
          {entity.states ? <StatusTag entity={entity} code={stateOf(entity, row)} /> : null}
        </span>
        {title.rest ? <span className="pg-card-rest">{title.rest}</span> : null}
        <KeyAmount entity={entity} row={row} />
        <span className="pg-card-facts">
          {cardFactsOf(entity, viewer.audience, list).map((column) => (
            <span key={column.key}>
              <i>{say(column.field.label)}</i>{" "}
              <FieldText field={column.field} fieldKey={column.key} row={row} short={column.field.kind !== "datetime"} plain />
            </span>
          ))}
        </span>
      </button>
      {bar.primary ? (
        <div className="pg-card-buttons">
          <Button
            type="primary"
            size="large"
            loading={runner.busy === bar.primary.name}
            onClick={() => void runner.run(bar.primary!.name, row)}
          >
            {say(bar.primary.action.label)}
          </Button>
          {second ? (
            <Button size="large" onClick={() => void runner.run(second.name, row)}>
              {say(second.action.label)}
            </Button>
          ) : (
            <Button size="large" onClick={open}>
              {say(["查看", "View"])}
            </Button>
          )}
        </div>
      ) : null}
    </article>
  );
}
