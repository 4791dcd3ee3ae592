import { expect, test } from 'vitest'
import { findDeviceName } from './device-name.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} Safari/537.36`, 'Chrome, Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Safari/537.36`, 'Chrome, ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36`, 'Chrome, Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${CHROMIUM} SamsungBrowser/28.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari, iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox, iPhone',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`, 'Safari, Mac'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROMIUM} Safari/537.36 OPR/125.0.0.0`, 'Opera, Mac'],
  ['Keepsake/3 (iPad; iOS 18.7)', 'iPad'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM.replace('Chrome', 'HeadlessChrome')} Safari/537.36`,
    'Chrome, Linux',
  ],
  ['curl/8.14.1', undefined],
  ['<b>Buy now</b> https://phish.example', undefined],
  ['', undefined],
  [undefined, undefined],
])('RV-840 %s is %s', (userAgent, name) => {
  expect(findDeviceName(userAgent)).toBe(name)
})
