import { abs, cmp, round } from "./decimal.ts";

const digits = "零壹贰叁肆伍陆柒捌玖";
const places = ["仟", "佰", "拾", ""];
const units = ["", "万", "亿", "万"];

/** Four digits in words; a run of zeros between others is said once. */
function words(four: string): string {
  let text = "";
  let skipped = false;
  [...four].forEach((digit, at) => {
    if (digit === "0") return void (skipped = text !== "");
    text += `${skipped ? "零" : ""}${digits[Number(digit)]}${places[at]}`;
    skipped = false;
  });
  return text;
}

function whole(integer: string): string {
  const padded = integer.padStart(Math.ceil(integer.length / 4) * 4, "0");
  const groups = padded.match(/.{4}/g) ?? [];
  let text = "";
  let skipped = false;
  groups.forEach((four, at) => {
    const place = groups.length - 1 - at;
    const value = words(four);
    if (value !== "") text += `${text !== "" && (skipped || four.startsWith("0")) ? "零" : ""}${value}${units[place]}`;
    else if (place === 2 && text !== "") text += units[2];
    skipped = value === "" && text !== "";
  });
  return text;
}

/** An amount of renminbi in capitals, as it is written on contracts and payment papers: 人民币壹佰元陆角柒分. */
export function rmbCapital(amount: string): string {
  const [integer = "0", cents = "00"] = round(abs(amount), 2).split(".");
  const [jiao, fen] = [Number(cents[0] ?? 0), Number(cents[1] ?? 0)];
  const yuan = whole(integer.replace(/^0+/, ""));
  const sign = cmp(amount, "0") < 0 ? "负" : "";
  if (yuan === "" && jiao === 0 && fen === 0) return "人民币零元整";
  const small =
    jiao === 0 && fen === 0 ? "整" : `${jiao > 0 ? `${digits[jiao]}角` : yuan === "" ? "" : "零"}${fen > 0 ? `${digits[fen]}分` : "整"}`;
  return `人民币${sign}${yuan === "" ? "" : `${yuan}元`}${small}`;
}
