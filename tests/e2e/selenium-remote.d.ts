/** The types know this module by the name of its folder, by which Node imports none. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote';
}
