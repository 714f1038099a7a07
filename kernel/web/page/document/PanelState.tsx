import { Button, Skeleton } from "antd";
import type { ReactNode } from "react";
import { useText } from "../../language.ts";
import type { Loaded } from "./useLoad.ts";

interface Props<T> {
  readonly load: Loaded<T>;
  readonly empty: string;
  isEmpty(data: T): boolean;
  children(data: T): ReactNode;
}

/** The four states of a panel, small: waiting, failed with retry, empty with its cause, or what it holds. */
export function PanelState<T>({ load, empty, isEmpty, children }: Props<T>) {
  const say = useText();
  if (load.data !== null) return isEmpty(load.data) ? <p className="pg-faint pg-panel-empty">{empty}</p> : children(load.data);
  if (load.error)
    return (
      <div className="pg-panel-empty" role="alert">
        <p>{load.error}</p>
        <Button size="small" onClick={load.again}>
          {say(["重试", "Retry"])}
        </Button>
      </div>
    );
  return <Skeleton active={false} title={false} paragraph={{ rows: 4 }} />;
}
