import { Check, Wrench } from "lucide-react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { Brand, BRAND_NAME } from "./Brand.tsx";
import { PublicArticles } from "./PublicArticles.tsx";

/** Fixed sample text, marked as an example; never live data. */
const life: readonly { readonly stage: Text; readonly what: Text; readonly amount: Text; readonly open?: true }[] = [
  { stage: ["需求申请", "Requisition"], what: ["PR202607280006", "PR202607280006"], amount: ["2,000 件", "2,000 pcs"] },
  { stage: ["采购订单", "Order"], what: ["PO202608030011", "PO202608030011"], amount: ["¥113,000.00", "¥113,000.00"] },
  { stage: ["送货收货", "Receipt"], what: ["净收 1,900 件", "1,900 pcs kept"], amount: ["退 100 件", "100 returned"] },
  { stage: ["对账开票", "Statement"], what: ["ST202609250017", "ST202609250017"], amount: ["¥107,350.00", "¥107,350.00"] },
  {
    stage: ["付款", "Payment"],
    what: ["质保金 2027-03-27 到期", "retention due 2027-03-27"],
    amount: ["¥9,040.00", "¥9,040.00"],
    open: true,
  },
];

/** The calm half of the sign-in page: what the product is for, shown by one order line from requisition to payment. */
export function LoginAside({ notice }: { readonly notice: Text | null | undefined }) {
  const t = useText();
  return (
    <aside className="s-login-aside" aria-label={BRAND_NAME}>
      <div className="s-login-brand">
        <Brand />
        <strong>{BRAND_NAME}</strong>
      </div>
      <div className="s-login-promise">
        <p className="s-login-claim">
          {t(["从申请到付款，", "From requisition to payment,"])}
          <br />
          {t(["每一件货、每一分钱都有来处。", "every piece and every cent accounted for."])}
        </p>
        <p className="s-login-sub">
          {t([
            "数量与金额走完整条链，随时看到停在哪一步、轮到谁。",
            "Quantities and amounts run through one chain. You always see the status and who acts next.",
          ])}
        </p>
        <figure>
          <figcaption>{t(["示例：一行订单的一生", "Example: the life of one order line"])}</figcaption>
          <ol className="s-login-life">
            {life.map(({ stage, what, amount, open }) => (
              <li key={stage[1]} data-open={open}>
                <i aria-hidden>{open ? null : <Check size={10} strokeWidth={3} />}</i>
                <b>{t(stage)}</b>
                <span>{t(what)}</span>
                <em>{t(amount)}</em>
              </li>
            ))}
          </ol>
        </figure>
      </div>
      <div className="s-login-notice">
        <PublicArticles />
        {notice ? (
          <p>
            <Wrench size={14} aria-hidden />
            {t(notice)}
          </p>
        ) : null}
      </div>
    </aside>
  );
}
