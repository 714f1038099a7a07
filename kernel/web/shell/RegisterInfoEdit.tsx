import { DoorClosed, LogOut } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo } from "react";
import type { ComponentType } from "react";
import { useText } from "../language.ts";
import { pageOf, resolvePage } from "../pages.ts";
import type { PageProps } from "../pages.ts";
import { signOut, useSession } from "../session.ts";
import { handleOf, TabContext } from "../tabs.ts";
import { Brand, BRAND_NAME } from "./Brand.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

const ROUTE = "registerInfoEdit";
const Kit = lazy(() => import("../Kit.tsx"));
const Form = lazy<ComponentType<PageProps>>(async () => ({ default: (await resolvePage(ROUTE)) ?? Closed }));

/** The frame around an applicant's form: brand, language, sign out; the form itself belongs to the supplier module. */
export function RegisterInfoEdit() {
  const t = useText();
  const user = useSession((state) => state.record?.user);
  const handle = useMemo(() => handleOf({ key: ROUTE, path: ROUTE, query: {} }), []);
  useEffect(() => {
    document.title = `${t(["填写注册信息", "Registration profile"])} · ${BRAND_NAME}`;
  }, [t]);
  return (
    <div className="s-wizard">
      <header className="s-wizard-head">
        <span className="s-login-brand">
          <Brand size={26} />
          <strong>{BRAND_NAME}</strong>
        </span>
        <span className="s-applicant">
          <span className="s-applicant-name">{user?.personName || user?.userName}</span>
          <LanguageSwitch />
          <button type="button" className="s-btn" onClick={() => void signOut()}>
            <LogOut size={14} aria-hidden />
            {t(["退出", "Sign out"])}
          </button>
        </span>
      </header>
      {pageOf(ROUTE) === undefined ? (
        <main>
          <Closed />
        </main>
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Kit>
            <TabContext value={handle}>
              <main>
                <Form route={ROUTE} />
              </main>
            </TabContext>
          </Kit>
        </Suspense>
      )}
    </div>
  );
}

function Closed(_: Partial<PageProps>) {
  const t = useText();
  return (
    <div className="s-state">
      <span className="s-state-icon">
        <DoorClosed size={20} aria-hidden />
      </span>
      <h1>{t(["本系统未开放供应商注册", "Supplier registration is not open on this installation"])}</h1>
      <p>{t(["请联系您的采购对接人。", "Please contact your buyer."])}</p>
    </div>
  );
}
