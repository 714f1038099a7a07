import { AgreementPackage } from "./parts/AgreementPackage.tsx";

export const page = {
  route: "AgreementSigningAssistEdit",
  title: ["协议协办与确认", "Agreement: co-handle and confirm"],
  keepAlive: false,
  menu: false,
};

export default AgreementPackage;
