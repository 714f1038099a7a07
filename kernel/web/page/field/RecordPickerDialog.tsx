import { Button, Checkbox, Empty, Input, Modal, Pagination, Radio, Spin, Tag } from "antd";
import { useEffect, useState } from "react";
import { say as sayIn } from "../../../text.ts";
import type { Row } from "../../../page-document.ts";
import { midSentence, nothing } from "../../../page-format.ts";
import { messageOf } from "../../call.ts";
import { useLanguage, useText } from "../../language.ts";
import { findRecords, targetOf } from "../records.ts";
import type { RecordFits } from "./fits.ts";
import { NothingFound } from "./NothingFound.tsx";
import type { PickedRecord, RecordPage } from "../records.ts";

export interface RecordPickerProps {
  readonly target: string;
  readonly where?: Row | undefined;
  /** What the record has to go with. */
  readonly fits?: RecordFits;
  readonly many?: boolean;
  readonly chosen: readonly PickedRecord[];
  /** null when nothing was decided */
  done(records: readonly PickedRecord[] | null): void;
}

const pageRows = 20;

function usePage(target: string, where: Row | undefined, fits: RecordFits, text: string, pageIndex: number) {
  const [page, setPage] = useState<RecordPage | null>(null);
  const [error, setError] = useState("");
  const filter = JSON.stringify({ where: where ?? {}, fits });
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    const stop = new AbortController();
    const wait = setTimeout(() => {
      findRecords(
        target,
        { text: text.trim(), ...(JSON.parse(filter) as { where: Row; fits?: RecordFits }), pageIndex, pageRows },
        stop.signal,
      ).then(
        (found) => (setPage(found), setError("")),
        (cause: unknown) => stop.signal.aborted || setError(messageOf(cause)),
      );
    }, 250);
    return () => (clearTimeout(wait), stop.abort());
  }, [target, filter, text, pageIndex, language]);
  return { page, error };
}

/** The record window: searched by code or name, one row or many, the chosen ones shown as chips. */
export function RecordPickerDialog({ target, where, fits, many = false, chosen, done }: RecordPickerProps) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [text, setText] = useState("");
  const [index, setIndex] = useState(1);
  const [picked, setPicked] = useState<readonly PickedRecord[]>(chosen);
  const { page, error } = usePage(target, where, fits, text, index);
  const has = (id: string): boolean => picked.some((record) => record.id === id);
  const toggle = (record: PickedRecord): void =>
    setPicked(!many ? [record] : has(record.id) ? picked.filter((p) => p.id !== record.id) : [...picked, record]);
  const label = targetOf(target)?.label ?? (["记录", "record"] as const);
  return (
    <Modal
      open
      width={680}
      title={say([`选择${label[0]}`, `Choose ${midSentence(label[1])}`])}
      okText={many ? `${say(["选定", "Select"])} ${picked.length}` : say(["选定", "Select"])}
      cancelText={say(["取消", "Cancel"])}
      okButtonProps={{ disabled: picked.length === 0 && chosen.length === 0 }}
      onOk={() => done(picked)}
      onCancel={() => done(null)}
    >
      <Input.Search
        autoFocus
        allowClear
        placeholder={say(["编码或名称", "Code or name"])}
        aria-label={say(["编码或名称", "Code or name"])}
        value={text}
        onChange={(e) => (setText(e.target.value), setIndex(1))}
      />
      {picked.length > 0 ? (
        <div className="pg-chips" aria-label={say(["已选", "Chosen"])}>
          {picked.map((record) => (
            <Tag key={record.id} closable onClose={() => setPicked(picked.filter((p) => p.id !== record.id))}>
              {record.name || record.code || nothing}
            </Tag>
          ))}
          {many ? (
            <Button type="link" size="small" onClick={() => setPicked([])}>
              {say(["清空", "Clear"])}
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className="pg-picker" role="listbox" aria-multiselectable={many} aria-label={sayIn(label, language)}>
        {error ? (
          <Empty description={error} />
        ) : page === null ? (
          <Spin className="pg-wait" />
        ) : page.rows.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<NothingFound none={page.none} />} />
        ) : null}
        {(error ? [] : (page?.rows ?? [])).map((record) => (
          <div
            key={record.id}
            role="option"
            tabIndex={0}
            aria-selected={has(record.id)}
            className="pg-picker-row"
            onClick={() => toggle(record)}
            onDoubleClick={() => many || done([record])}
            onKeyDown={(e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), toggle(record))}
          >
            {many ? <Checkbox checked={has(record.id)} tabIndex={-1} /> : <Radio checked={has(record.id)} tabIndex={-1} />}
            <span className="pg-picker-code">{record.code}</span>
            <span>{record.name}</span>
          </div>
        ))}
      </div>
      {(page?.count ?? 0) > pageRows ? (
        <Pagination size="small" current={index} pageSize={pageRows} total={page!.count} showSizeChanger={false} onChange={setIndex} />
      ) : null}
    </Modal>
  );
}
