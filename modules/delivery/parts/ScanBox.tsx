import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Scanner, type Heard } from "./Scanner.tsx";
import { textOf } from "./start.tsx";

interface Props {
  readonly receiveId: string | null;
  readonly noteId: string | null;
  counted(answer: Row): void;
}

/** Counts boxes and pallets onto a receipt. */
export function ScanBox({ receiveId, noteId, counted }: Props) {
  const say = useText();
  const work = async (barcode: string, requestId: string): Promise<Heard> => {
    const { data } = await call<Row>("srmServer/v1/srmPurReceiveRestful/doScan", { receiveId, noteId, barcode, requestId });
    const already = (data["already"] as readonly string[]).join(" ");
    const boxes = `${textOf(data["scannedBoxes"])}/${textOf(data["totalBoxes"])}`;
    counted(data);
    return { ok: already === "", text: `${barcode} · ${say(["已扫", "scanned"])} ${boxes} ${already}` };
  };
  return <Scanner hint={say(["扫描箱码或托盘码", "Scan a box or a pallet"])} work={work} />;
}
