/** The published types declare this module only by its folder's name, which Node cannot import. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote';
}
