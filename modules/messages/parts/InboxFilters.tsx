import { useText } from "#kernel/web/language.ts";
import { DateRangeInput } from "#kernel/web/page/field/DateInput.tsx";
import { PickInput } from "#kernel/web/page/field/PickInput.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { useEffect, useState } from "react";
import { msgBox } from "../box.entity.ts";
import type { InboxFilter } from "./useInbox.tsx";

const patienceMs = 250;

/** One line: words, kinds, period. */
export function InboxFilters({ filter, change }: { readonly filter: InboxFilter; change(filter: InboxFilter): void }) {
  const say = useText();
  const [typed, setTyped] = useState(filter.keyword);
  useEffect(() => setTyped(filter.keyword), [filter.keyword]);
  useEffect(() => {
    if (typed === filter.keyword) return;
    const timer = setTimeout(() => change({ ...filter, keyword: typed }), patienceMs);
    return () => clearTimeout(timer);
  }, [typed, filter, change]);
  return (
    <div className="pg-filters" role="search">
      <span className="pg-keyword">
        <SearchBox text={typed} label={say(["标题或单号", "Title or document no."])} change={setTyped} />
      </span>
      <span className="pg-filter pg-filter-choice">
        <PickInput
          many
          field={msgBox.fields.kind}
          row={{}}
          value={filter.kind}
          placeholder={say(["类别", "Kind"])}
          label={say(["类别", "Kind"])}
          change={(codes) => change({ ...filter, kind: Array.isArray(codes) ? (codes as string[]) : [] })}
        />
      </span>
      <span className="pg-filter pg-filter-dates">
        <DateRangeInput
          kind="date"
          label={say(["时间", "Time"])}
          from={filter.from}
          to={filter.to}
          change={(from, to) => change({ ...filter, from: from as string | null, to: to as string | null })}
        />
      </span>
    </div>
  );
}
